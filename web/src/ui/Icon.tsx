// Small signs, drawn: letters for them differ from machine to machine, and looking for them costs time.
const drawings = {
    auto: <><circle cx="8" cy="8" r="6" /><path class="full" d="M8 2a6 6 0 0 1 0 12z" /></>,
    light: <><circle cx="8" cy="8" r="3" /><path d="M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.5 1.5M11.5 11.5L13 13M13 3l-1.5 1.5M4.5 11.5L3 13" /></>,
    dark: <path d="M10.5 2.2A6 6 0 1 0 14 10 5 5 0 0 1 10.5 2.2z" />,
    plus: <path d="M8 2.5v11M2.5 8h11" />,
    minus: <path d="M2.5 8h11" />,
    whole: <path d="M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5l-4.5 4.5M2.5 13.5L7 9" />,
    undo: <path d="M5.5 2.5L2 6l3.5 3.5M2 6h7.5a4 4 0 0 1 0 8H6" />,
    close: <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />,
    back: <path d="M10 3L5 8l5 5" />,
    forward: <path d="M6 3l5 5-5 5" />,
    play: <path class="full" d="M5 3l8 5-8 5z" />,
    pause: <path d="M5.5 3v10M10.5 3v10" />,
    rain: <path d="M2 8a6 5.5 0 0 1 12 0zM8 8v4.5a1.5 1.5 0 0 0 3 0M8 1v1.5" />,
    bell: <path d="M4 11V7a4 4 0 0 1 8 0v4l1.5 1.5h-11zM6.5 14h3" />,
};

export type Sign = keyof typeof drawings;

export const Icon = ({ sign }: { sign: Sign }) => <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">{drawings[sign]}</svg>;
