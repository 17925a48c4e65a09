import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
    const ref = useRef<HTMLDialogElement>(null);
    useEffect(() => { ref.current?.showModal(); }, []);
    return (
        <dialog ref={ref} class="dialog" aria-label={title} onClose={close} onClick={e => { if (e.target === ref.current) close(); }}>
            <header><h2>{title}</h2><button type="button" class="quiet" aria-label="Close" onClick={close}>×</button></header>
            {children}
        </dialog>
    );
}
