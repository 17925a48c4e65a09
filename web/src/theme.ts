import { effect, signal } from '@preact/signals';

export type Theme = 'auto' | 'light' | 'dark';
const kept = localStorage.getItem('theme');
export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'auto');
effect(() => { localStorage.setItem('theme', theme.value); });
export const turnTheme = () => { theme.value = theme.value === 'auto' ? 'light' : theme.value === 'light' ? 'dark' : 'auto'; };
