import { useEffect, useState } from 'preact/hooks';

/** Whether a media query holds, now and as it changes. */
export function useMedia(query: string): boolean {
    const [holds, setHolds] = useState(() => matchMedia(query).matches);
    useEffect(() => {
        const list = matchMedia(query), hear = () => setHolds(list.matches);
        list.addEventListener('change', hear);
        return () => list.removeEventListener('change', hear);
    }, [query]);
    return holds;
}
