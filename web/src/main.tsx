import { effect } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { user } from './account';
import { connect, connection } from './net';
import { AccountPage } from './pages/Account';
import { Lobby } from './pages/Lobby';
import { NewTable } from './pages/NewTable';
import { CreditsPage, HelpPage } from './pages/Texts';
import { route } from './route';
import { TablePage } from './table/TablePage';
import { theme, turnTheme } from './theme';
import { myTables } from './lobby';
import './styles/main.css';

function Header() {
    const turns = myTables.value.filter(t => t.my_turn && t.state === 'playing').length;
    const here = route.value.path[0] ?? '';
    const link = (to: string, name: string, rest: string) =>
        <a href={`#/${to}`} aria-current={here === to ? 'page' : undefined} aria-label={name + rest}>{name}<span class="long">{rest}</span></a>;
    return (
        <header class="top">
            <a class="brand" href="#/">Musket{turns > 0 && <span class="turns" title="Tables that wait for you">{turns}</span>}</a>
            <nav aria-label="Main">{link('new', 'New', ' table')}{link('help', 'Help', '')}{link('credits', 'Credits', '')}</nav>
            <button type="button" class="quiet theme" onClick={turnTheme} aria-label={`Colours: ${theme.value}. Change`}>{theme.value === 'dark' ? '☾' : theme.value === 'light' ? '☼' : '◐'}</button>
            <a class="me" href="#/account">{user.value ? (user.value.guest ? 'Guest' : user.value.name) : 'Log in'}</a>
        </header>
    );
}

function Page() {
    const [first, second] = route.value.path;
    switch (first) {
    case undefined: return <Lobby />;
    case 'table': return <TablePage key={second} id={second ?? ''} />;
    case 'new': return <NewTable id={second} />;
    case 'account': return <AccountPage />;
    case 'help': return <HelpPage id={second} />;
    case 'credits': return <CreditsPage />;
    default: return <main class="page"><h1>There is no such page</h1><p><a href="#/">To the lobby</a></p></main>;
    }
}

function App() {
    useEffect(connect, []);
    return (
        <>
            <a class="skip" href="#main" onClick={e => { e.preventDefault(); document.querySelector<HTMLElement>('main')?.focus(); }}>To the content</a>
            <Header />
            {connection.value === 'lost' && <p class="offline" role="alert">No connection to the server. What you see may be old; it comes back by itself.</p>}
            <Page />
        </>
    );
}

effect(() => { document.documentElement.dataset.theme = theme.value; });
render(<App />, document.getElementById('app')!);
