// The eye over the map: it follows wheel, drag and pinch, keys and buttons.
//
// A point of the board lies on the screen at k * point + (x, y). While the hand moves, the picture
// that is there is moved and scaled as a whole, which costs next to nothing; it is drawn anew when
// the hand rests.
import type { Thing } from '../scene';

export interface Eye { x: number; y: number; k: number }
export interface Sheet { width: number; height: number }

const closest = 5, margin = 24, slack = 4; // largest scale; board units around the sheet; pixels before a press is a drag
const restAfter = 140; // milliseconds

const middle = (a: number, b: number) => (a + b) / 2;

/** What the eye moves: `shift` the picture as it is, `draw` it anew. */
export interface Picture {
    shift(eye: Eye, drawn: Eye): void;
    draw(eye: Eye): void;
}

export class Camera {
    eye: Eye = { x: 0, y: 0, k: 1 };
    private drawn: Eye = { x: 0, y: 0, k: 0 };
    private rest = 0;
    private frameAfter = 0;
    private fingers = new Map<number, PointerEvent>();
    private dragging = false;
    private width = 0;
    private height = 0;
    private readonly off = new AbortController();
    private readonly watch: ResizeObserver;

    constructor(private readonly frame: HTMLElement, private readonly sheet: Sheet,
                private readonly focus: [number, number, number] | undefined,
                private readonly area: [number, number, number, number] | undefined, private readonly picture: Picture) {
        const on = <K extends keyof HTMLElementEventMap>(name: K, hear: (e: HTMLElementEventMap[K]) => void, capture = false) =>
            frame.addEventListener(name, hear, { signal: this.off.signal, passive: false, capture });
        on('wheel', e => this.wheel(e));
        on('pointerdown', e => this.press(e));
        on('pointermove', e => this.drag(e));
        on('pointerup', e => this.lift(e));
        on('pointercancel', e => this.lift(e));
        on('click', e => this.swallow(e), true);
        this.measure();
        this.start();
        this.watch = new ResizeObserver(() => this.resized());
        this.watch.observe(frame);
    }

    stop(): void {
        this.off.abort();
        this.watch.disconnect();
        this.wake();
    }

    // ---- Looking ----

    /** Where a point of the board is in the frame. */
    onScreen(x: number, y: number): [number, number] {
        return [this.eye.k * x + this.eye.x, this.eye.k * y + this.eye.y];
    }

    /** The point of the board at a point of the frame. */
    onBoard(x: number, y: number): [number, number] {
        return [(x - this.eye.x) / this.eye.k, (y - this.eye.y) / this.eye.k];
    }

    inSight(x: number, y: number, edge: number): boolean {
        const [sx, sy] = this.onScreen(x, y);
        return sx > edge && sy > edge && sx < this.width - edge && sy < this.height - edge;
    }

    /** Of these the one next to the middle of the frame. */
    nearest(spots: Thing[]): Thing {
        const far = ({ x, y }: Thing) => { const [sx, sy] = this.onScreen(Number(x), Number(y)); return Math.hypot(sx - this.width / 2, sy - this.height / 2); };
        return spots.reduce((best, spot) => (far(spot) < far(best) ? spot : best));
    }

    /** Closer or farther, around the middle of the frame. */
    by(factor: number): void { this.zoomAt(this.width / 2, this.height / 2, factor); this.draw(); }

    whole(): void { this.look(this.sheet.width / 2, this.sheet.height / 2, this.fit()); }

    pan(dx: number, dy: number): void { this.set({ ...this.eye, x: this.eye.x + dx, y: this.eye.y + dy }); this.draw(); }

    show(x: number, y: number): void { this.look(x, y, Math.max(this.eye.k, 1)); }

    /** Into sight with so many pixels around it: what lies at the rim is only drawn in a little. */
    bring(x: number, y: number, edge: number): void {
        if (!Number.isFinite(x + y) || this.inSight(x, y, edge)) return;
        if (!this.inSight(x, y, 0)) { this.show(x, y); return; }
        const inside = (at: number, room: number) => Math.min(room - edge, Math.max(edge, at)) - at;
        const [sx, sy] = this.onScreen(x, y);
        this.pan(inside(sx, this.width), inside(sy, this.height));
    }

    private look(x: number, y: number, k: number): void {
        if (!Number.isFinite(x + y)) return; // a box beside the map: there is nothing to look at
        this.set({ x: this.width / 2 - x * k, y: this.height / 2 - y * k, k });
        this.draw();
    }

    private fit(): number { return 0.985 * Math.min(this.width / this.sheet.width, this.height / this.sheet.height); }

    /** A wide screen shows the whole sheet, or the part that is played on; a narrow one what matters first. */
    private start(): void {
        const narrow = this.width < 700 && this.focus;
        if (!narrow && this.area) {
            const { width, height } = this.sheet, [a, b, c, d] = this.area;
            const [left, top, right, bottom] = [Math.max(0, a), Math.max(0, b), Math.min(width, c), Math.min(height, d)];
            this.look(middle(left, right), middle(top, bottom), Math.min(this.width / (right - left), this.height / (bottom - top)));
            return;
        }
        if (!narrow) { this.whole(); return; }
        const [x, y, width] = narrow;
        this.look(x, y, Math.max(this.fit(), this.width / width));
    }

    private measure(): void {
        const box = this.frame.getBoundingClientRect();
        [this.width, this.height] = [box.width, box.height];
    }

    /** The whole map stays whole; what was in the middle stays in the middle; a frame of another
     * width starts anew. */
    private resized(): void {
        const whole = Math.abs(this.eye.k - this.fit()) < 0.01, [width, height] = [this.width, this.height];
        this.measure();
        if (whole || Math.abs(this.width / width - 1) > 0.2) { this.start(); return; }
        this.set({ ...this.eye, x: this.eye.x + (this.width - width) / 2, y: this.eye.y + (this.height - height) / 2 });
        this.draw();
    }

    // ---- Moving ----

    private set(eye: Eye): void {
        const k = Math.min(closest, Math.max(0.95 * this.fit(), eye.k));
        const within = (offset: number, length: number, room: number) => {
            const low = room - k * (length + margin), high = k * margin;
            return low > high ? middle(low, high) : Math.min(high, Math.max(low, offset));
        };
        this.eye = { k, x: within(eye.x, this.sheet.width, this.width), y: within(eye.y, this.sheet.height, this.height) };
    }

    /** The point of the board below (x, y) stays there. */
    private zoomAt(x: number, y: number, factor: number): void {
        const k = Math.min(closest, Math.max(0.95 * this.fit(), this.eye.k * factor)), f = k / this.eye.k;
        this.set({ k, x: x - (x - this.eye.x) * f, y: y - (y - this.eye.y) * f });
    }

    private shift(): void {
        this.picture.shift(this.eye, this.drawn);
        this.wake();
        // A frame must have passed, too: on a slow machine the next movement may be waiting behind it.
        this.rest = window.setTimeout(() => { this.frameAfter = requestAnimationFrame(() => { this.rest = window.setTimeout(() => this.draw()); }); }, restAfter);
    }

    private wake(): void {
        clearTimeout(this.rest);
        cancelAnimationFrame(this.frameAfter);
    }

    private draw(): void {
        this.wake();
        const { x, y, k } = this.drawn;
        this.drawn = this.eye;
        this.picture.shift(this.eye, this.eye);
        if (x !== this.eye.x || y !== this.eye.y || k !== this.eye.k) this.picture.draw(this.eye);
    }

    // ---- The hand ----

    private at(e: { clientX: number; clientY: number }): [number, number] {
        const box = this.frame.getBoundingClientRect();
        return [e.clientX - box.left, e.clientY - box.top];
    }

    private wheel(e: WheelEvent): void {
        e.preventDefault();
        const unit = e.deltaMode === 1 ? 0.05 : e.deltaMode ? 1 : 0.002; // lines, pages, pixels
        this.zoomAt(...this.at(e), 2 ** (-e.deltaY * unit * (e.ctrlKey ? 10 : 1)));
        this.shift();
    }

    private press(e: PointerEvent): void {
        if (e.button !== 0 || (e.target as Element).closest('button')) return;
        this.fingers.set(e.pointerId, e);
    }

    private drag(e: PointerEvent): void {
        const last = this.fingers.get(e.pointerId);
        if (!last) return;
        if (!this.dragging) {
            if (this.fingers.size < 2 && Math.hypot(e.clientX - last.clientX, e.clientY - last.clientY) < slack) return;
            this.dragging = true;
            this.frame.setPointerCapture(e.pointerId);
        }
        const other = [...this.fingers.values()].find(f => f.pointerId !== e.pointerId);
        const [x, y] = this.at(e), [lx, ly] = this.at(last);
        if (other) { // two fingers: what lies between them stays between them
            const [ox, oy] = this.at(other);
            this.zoomAt(middle(lx, ox), middle(ly, oy), Math.hypot(x - ox, y - oy) / Math.max(1, Math.hypot(lx - ox, ly - oy)));
            this.set({ ...this.eye, x: this.eye.x + (x - lx) / 2, y: this.eye.y + (y - ly) / 2 });
        } else this.set({ ...this.eye, x: this.eye.x + x - lx, y: this.eye.y + y - ly });
        this.fingers.set(e.pointerId, e);
        this.shift();
    }

    private lift(e: PointerEvent): void {
        this.fingers.delete(e.pointerId);
        if (!this.fingers.size) setTimeout(() => { this.dragging = false; });
    }

    /** The end of a drag is no click on what lies there. */
    private swallow(e: MouseEvent): void {
        if (!this.dragging) return;
        e.stopPropagation();
        e.preventDefault();
    }
}
