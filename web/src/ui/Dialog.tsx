import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './Icon';

export function Dialog({ title, close, sheet, children }: { title: string; close: () => void; sheet?: boolean; children: ComponentChildren }) {
    const ref = useRef<HTMLDialogElement>(null);
    useEffect(() => { // closed by itself, it gives the focus back to where it was; so it is closed before it goes
        const node = ref.current!;
        node.showModal();
        return () => node.close();
    }, []);
    return (
        <dialog ref={ref} class={sheet ? 'dialog sheet' : 'dialog'} aria-label={title} onClose={close} onClick={e => { if (e.target === ref.current) close(); }}>
            <header><h2>{title}</h2><button type="button" class="quiet" aria-label="Close" onClick={close}><Icon sign="close" /></button></header>
            {children}
        </dialog>
    );
}
