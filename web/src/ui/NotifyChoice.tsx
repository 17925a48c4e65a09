import { notifying, notifyTrouble, setNotifying } from '../notify';

export function NotifyChoice() {
    return (
        <>
            <label class="choice"><input type="checkbox" name="notify" checked={notifying.value}
                                         onChange={e => void setNotifying(e.currentTarget.checked)} />
                <span>Tell me in this browser when it is my turn<small>Only while this page is open somewhere, and out of sight.</small></span></label>
            {notifyTrouble.value && <p class="notice refused" role="alert">{notifyTrouble.value}</p>}
        </>
    );
}
