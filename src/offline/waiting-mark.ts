import { deviceStorage } from './subject.ts';

export const waitingPlace = 'landfall:waiting';

/** Whether something of nobody waits on this device: a visitor's page loads the outbox only then. It says no more than that. */
export const waitingMark = {
  isSet: () => !!deviceStorage()?.[waitingPlace],
  subscribe(listener: () => void): () => void {
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  },
};
