// A component that is drawn again only if its properties change; what signals it reads still count.
import { Component, type ComponentChild, type FunctionComponent, h } from 'preact';

export function memo<P extends object>(draw: FunctionComponent<P>): FunctionComponent<P> {
    class Memo extends Component<P> {
        shouldComponentUpdate(next: P): boolean {
            const now = this.props as Record<string, unknown>, then = next as Record<string, unknown>;
            for (const key in then) if (now[key] !== then[key]) return true; // asked for every hex: nothing is copied
            for (const key in now) if (!(key in then)) return true;
            return false;
        }
        render(): ComponentChild { return h(draw as FunctionComponent, this.props); }
    }
    return Memo as unknown as FunctionComponent<P>;
}
