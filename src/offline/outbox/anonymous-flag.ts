import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../session/subject.ts';

const storageKey = 'landfall:waiting';

/**
 * Remembers in localStorage that the outbox contains forms of anonymous senders. The page of a visitor loads the outbox
 * only when this flag is set. The flag carries no other information.
 */
export const anonymousOutboxFlag = {
  isSet: () => !!deviceStorage()?.[storageKey],

  set(value: boolean): void {
    if (value === this.isSet()) return;
    try {
      if (value) deviceStorage()?.setItem(storageKey, '1');
      else deviceStorage()?.removeItem(storageKey);
      // The browser notifies only the other tabs of the changed storage, so notify this tab too.
      dispatchEvent(new StorageEvent('storage', { key: storageKey }));
    } catch {
      // Storage is full or blocked. The form's own page still shows that the form is waiting.
    }
  },

  subscribe(listener: () => void): () => void {
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  },
};

/** Whether the outbox contains forms of anonymous senders. False during server rendering and hydration. */
export const useHasAnonymousForms = () =>
  useSyncExternalStore(anonymousOutboxFlag.subscribe, anonymousOutboxFlag.isSet, () => false);
