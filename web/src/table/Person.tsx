// What one can do about somebody who talks at the table: not hear him, and tell the host.
import { useState } from 'preact/hooks';
import { post, Refusal } from '../net';
import { route } from '../route';
import { Dialog } from '../ui/Dialog';
import { chat, info } from './store';

export function Person({ name, close }: { name: string; close: () => void }) {
    const [said, setSaid] = useState(''), [done, setDone] = useState(false);
    const mute = async () => {
        try {
            await post('/api/mute', { player: name });
            chat.value = chat.value.filter(c => c.from !== name);
            close();
        } catch (e) { setSaid((e as Refusal).message); }
    };
    const report = async (e: Event) => {
        e.preventDefault();
        const text = String(new FormData(e.currentTarget as HTMLFormElement).get('text')), secret = route.value.query.get('secret');
        try {
            await post('/api/report', { table: info.value!.id, player: name, text, ...(secret ? { secret } : {}) });
            setDone(true);
            setSaid('Thank you. The host will read your report.');
        } catch (x) { setSaid((x as Refusal).message); }
    };
    return (
        <Dialog title={name} close={close}>
            <p>You will not see what {name} writes, at any table, and get no invitations. Your account page undoes it.</p>
            <p><button type="button" onClick={mute}>Mute {name}</button></p>
            {!done && <form onSubmit={report}>
                <label class="field">What should the host know?<textarea name="text" required maxLength={1000} rows={4} /></label>
                <button type="submit">Report {name} to the host</button></form>}
            <p role="status">{said}</p>
        </Dialog>
    );
}
