import { notifying, notifyTrouble, pushing, setNotifying } from '../notify';
import { setSound, sound } from '../turn';

/** How one hears that it is one's turn. */
export function NotifyChoice() {
    return (
        <>
            <label class="choice"><input type="checkbox" name="sound" checked={sound.value} onChange={e => setSound(e.currentTarget.checked)} />
                <span>A sound when it is my turn<small>Against computers only while this page is out of sight.</small></span></label>
            <label class="choice"><input type="checkbox" name="notify" checked={notifying.value}
                                         onChange={e => void setNotifying(e.currentTarget.checked)} />
                <span>Notify me in this browser when it is my turn<small>{pushing.value ? 'Also when no page of Musket is open.'
                    : notifying.value ? 'Only while a Musket page is open: this browser cannot receive push messages.' : 'Also when the page is closed, if the browser can.'}</small></span></label>
            {notifyTrouble.value && <p class="notice refused" role="alert">{notifyTrouble.value}</p>}
        </>
    );
}
