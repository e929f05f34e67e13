import { deviceStorage } from './subject.ts';
import { waitingMark, waitingPlace } from './waiting-mark.ts';

/** Sets or takes away the mark that something of nobody waits here; this tab hears of it as the others do. */
export function markWaiting(isWaiting: boolean): void {
  if (isWaiting === waitingMark.isSet()) return;
  try {
    if (isWaiting) deviceStorage()?.setItem(waitingPlace, '1');
    else deviceStorage()?.removeItem(waitingPlace);
    dispatchEvent(new StorageEvent('storage', { key: waitingPlace }));
  } catch {
    // A full or blocked storage: the form's own page still says that it waits.
  }
}
