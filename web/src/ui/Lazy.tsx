// A part of the page that is fetched when it is needed.
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export function Lazy<P extends object>({ load, with: props }: { load: () => Promise<FunctionComponent<P>>; with?: P }) {
    const [Part, setPart] = useState<FunctionComponent<P> | null>(null), [failed, setFailed] = useState(false);
    useEffect(() => { load().then(part => setPart(() => part), () => setFailed(true)); }, []);
    if (failed) return <p class="notice refused" role="alert">This could not be loaded. Try again when the connection is back.</p>;
    return Part ? <Part {...(props ?? {} as P)} /> : null;
}
