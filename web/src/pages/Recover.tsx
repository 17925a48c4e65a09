// What comes by mail: showing that an address is one's own, and a new password.
import { useEffect, useState } from 'preact/hooks';
import { enter, refreshUser } from '../account';
import { post, Refusal } from '../net';
import { go } from '../route';
import { setTitle } from '../turn';

export function VerifyPage({ token }: { token?: string }) {
    const [said, setSaid] = useState('…');
    useEffect(() => {
        setTitle('Email address – Musket');
        post('/api/verify', { token: token ?? '' })
            .then(async () => { await refreshUser(); setSaid('Your email address is verified.'); })
            .catch(e => setSaid((e as Refusal).message));
    }, [token]);
    return <main class="page"><h1>Your email address</h1><p role="status">{said}</p><p><a href="#/account">Back to your account</a></p></main>;
}

export function ResetPage({ token }: { token?: string }) {
    const [said, setSaid] = useState(''), [asked, setAsked] = useState(false), [busy, setBusy] = useState(false);
    useEffect(() => { setTitle('New password – Musket'); }, []);
    const withCode = token !== undefined || asked;
    const submit = async (e: Event) => {
        e.preventDefault();
        const form = new FormData(e.currentTarget as HTMLFormElement), value = (k: string) => String(form.get(k) ?? '').trim();
        setBusy(true);
        setSaid('');
        try {
            if (withCode) {
                await enter('/api/reset', { token: token ?? value('code'), password: String(form.get('password')) });
                go('#/');
            } else {
                await post('/api/reset', { name: value('name') });
                setAsked(true);
                setSaid('If this account has a verified address, a mail is on its way. The link works for an hour.');
            }
        } catch (x) { setSaid((x as Refusal).message); }
        setBusy(false);
    };
    return (
        <main class="page">
            <h1>New password</h1>
            <section class="card narrow">
                <form onSubmit={submit} key={String(withCode)}>
                    {!withCode && <label class="field">Name<input name="name" required minLength={3} maxLength={24} autocomplete="username" /></label>}
                    {withCode && token === undefined && <label class="field">The code from the email<input name="code" required minLength={48} maxLength={48} autocomplete="one-time-code" /></label>}
                    {withCode && <label class="field">New password<input name="password" type="password" required minLength={8} maxLength={128} autocomplete="new-password" /></label>}
                    {said && <p class="notice" role="status">{said}</p>}
                    <button type="submit" class="primary" disabled={busy}>{withCode ? 'Set it and log in' : 'Email me a link'}</button>
                </form>
            </section>
        </main>
    );
}
