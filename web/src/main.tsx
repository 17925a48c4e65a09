import { effect } from '@preact/signals';
import { render } from 'preact';
import { user } from './account';
import { connection } from './net';
import { AccountPage } from './pages/Account';
import { Lobby } from './pages/Lobby';
import { NewTable } from './pages/NewTable';
import { ResetPage, VerifyPage } from './pages/Recover';
import { CreditsPage, HelpPage } from './pages/Texts';
import { route } from './route';
import { shownRule } from './rules';
import { follow, info } from './table/store';
import { TablePage } from './table/TablePage';
import { theme, turnTheme } from './theme';
import { myTables } from './lobby';
import { Icon } from './ui/Icon';
import { Lazy } from './ui/Lazy';
import { hearAll } from './wire';
import './styles/main.css';

/** Help from a table is that of its game. */
const helpOf = () => (info.value && route.value.path[0] === 'table' ? `/${info.value.game}` : '');

function Header() {
    const turns = myTables.value.filter(t => t.my_turn && t.state === 'playing').length;
    const here = route.value.path[0] ?? '';
    const link = (to: string, name: string, rest: string) =>
        <a href={`#/${to}`} aria-current={here === to ? 'page' : undefined} aria-label={name + rest}>{name}<span class="long">{rest}</span></a>;
    return (
        <header class="top">
            <a class="brand" href="#/">Musket{turns > 0 && <span class="turns" title="Tables that wait for you">{turns}</span>}</a>
            <nav aria-label="Main">{link('new', 'New', ' table')}<a href={`#/help${helpOf()}`} aria-current={here === 'help' ? 'page' : undefined}>Help</a>{link('credits', 'Credits', '')}</nav>
            <button type="button" class="quiet theme" onClick={turnTheme} aria-label={`Colours: ${theme.value}. Change`}><Icon sign={theme.value} /></button>
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
    case 'verify': return <VerifyPage token={second} />;
    case 'reset': return <ResetPage token={second} />;
    case 'help': return <HelpPage id={second} />;
    case 'result': return <Lazy key={second} load={resultPage} with={{ id: second ?? '' }} />;
    case 'learn': return <Lazy key={second} load={learnPage} with={{ id: second ?? '' }} />;
    case 'credits': return <CreditsPage />;
    default: return <main class="page"><h1>Page not found</h1><p><a href="#/">Back to the lobby</a></p></main>;
    }
}

const rulesPanel = () => import('./table/RulesPanel').then(m => m.RulesPanel);
const resultPage = () => import('./pages/Result').then(m => m.ResultPage);
const learnPage = () => import('./pages/Learn').then(m => m.LearnPage);

function App() {
    return (
        <>
            <a class="skip" href="#main" onClick={e => { e.preventDefault(); document.querySelector<HTMLElement>('main')?.focus(); }}>Skip to content</a>
            <Header />
            {connection.value === 'lost' && <p class="offline" role="alert">No connection to the server; reconnecting. What you see may be out of date.</p>}
            <Page />
            {shownRule.value && <Lazy load={rulesPanel} />}
        </>
    );
}

effect(() => { document.documentElement.dataset.theme = theme.value; });

/** Nothing is drawn before the letters are there, and the table if one is on its way: better one
 * picture than two. But nobody waits long for it. */
async function begin(): Promise<void> {
    const { path, query } = route.value;
    const table = path[0] === 'table';
    if (table) follow(path[1] ?? '', query.get('secret') ?? undefined);
    hearAll();
    if (document.readyState === 'loading') await new Promise(done => addEventListener('DOMContentLoaded', done));
    const letters = ['1em Fell', 'italic 1em Fell'].map(font => document.fonts.load(font));
    const position = new Promise<void>(done => info.subscribe(now => { if (now || !table) done(); }));
    await Promise.race([Promise.all([position, ...letters]), new Promise(done => setTimeout(done, 150))]).catch(() => undefined);
    render(<App />, document.getElementById('app')!);
}

void begin();
