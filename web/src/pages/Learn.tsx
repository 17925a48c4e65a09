// Begins the guided first game of a game.
import { useEffect, useState } from 'preact/hooks';
import { beGuest, user } from '../account';
import type { Lesson } from '../games/lesson';
import { gameOf, loadGames } from '../games';
import { hasLesson, loadLesson, openingOf, setGuided } from '../guide';
import { post, type Refusal } from '../net';
import { go } from '../route';
import type { Table } from '../types';

export function LearnPage({ id }: { id: string }) {
    const [lesson, setLesson] = useState<Lesson | null>(null), [error, setError] = useState(''), [busy, setBusy] = useState(false);
    useEffect(() => {
        document.title = 'A first game – Musket';
        Promise.all([loadGames(), hasLesson(id) ? loadLesson(id) : Promise.reject(new Error('This game has no guided first game yet.'))])
            .then(([, l]) => setLesson(l), e => setError(e.message));
    }, [id]);
    const game = gameOf(id);
    const begin = async () => {
        setBusy(true);
        try {
            if (!user.value) await beGuest();
            const seats = { ...Object.fromEntries(Object.entries(lesson!.bots).map(([s, bot]) => [s, `bot:${bot}`])), [lesson!.seat]: 'me' };
            const { table } = await post<{ table: Table }>('/api/import', { journal: openingOf(lesson!, game!), seats });
            setGuided({ table: table.id, step: 0 });
            go(`#/table/${table.id}`);
        } catch (e) { setError((e as Refusal).message); setBusy(false); }
    };
    return (
        <main class="page text learn">
            <h1>{game ? `${game.title}: a first game` : 'A first game'}</h1>
            {error && <p class="notice refused" role="alert">{error}</p>}
            {lesson && <>
                <p class="lead">{lesson.intro}</p>
                <p>The board asks for a few moves and says why. They are real moves in a real game: you can do something else at any time, or leave the guide and play on.</p>
                <div class="buttons"><button type="button" class="primary big" disabled={busy} onClick={begin}>Begin</button>
                    <a class="button" href={`#/help/${id}`}>Read how to play first</a></div>
            </>}
        </main>
    );
}
