// What did not change is not drawn again; what signals a component reads still count.
import { Component, type ComponentChild, type FunctionComponent, h, type VNode } from 'preact';
import { useRef } from 'preact/hooks';

function differ(now: Record<string, unknown>, then: Record<string, unknown>): boolean {
    for (const key in then) if (now[key] !== then[key]) return true; // asked for every hex: nothing is copied
    for (const key in now) if (!(key in then)) return true;
    return false;
}

/** A component that is drawn again only if its properties change. */
export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
    class Memo extends Component<P> {
        shouldComponentUpdate(next: P): boolean { return differ(this.props as Record<string, unknown>, next as Record<string, unknown>); }
        render(): ComponentChild { return h(draw as FunctionComponent, this.props); }
    }
    return Memo as unknown as FunctionComponent<P>;
}

/** For hundreds of them: one with the same key and properties as the last time is the same node, which is passed over. */
export function useKept<P extends object>(draw: FunctionComponent<P>): (key: string, properties: P) => VNode<P> {
    const kept = useRef<Map<string, VNode<P>>>(new Map()), before = kept.current, now = kept.current = new Map<string, VNode<P>>();
    return (key, properties) => {
        const old = before.get(key);
        const node = old && !differ(old.props as Record<string, unknown>, properties as Record<string, unknown>) ? old : h(draw, properties as P & { key?: string }) as VNode<P>;
        node.key = key;
        now.set(key, node);
        return node;
    };
}
