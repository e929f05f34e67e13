import { useEffect, useState } from 'react';

/** Whether the browser promised to keep what this site stores; `unknown` where it does not say. */
export type Persistence = 'unknown' | 'kept' | 'loose';

function ask(how: 'persisted' | 'persist'): Promise<Persistence> {
  const storage = globalThis.navigator?.storage;
  if (!storage?.[how]) return Promise.resolve('unknown');
  return storage[how]().then(
    (isKept) => (isKept ? 'kept' : 'loose'),
    () => 'unknown',
  );
}

/** What the browser promises, and the asking for it. */
export function usePersistence(): { persistence: Persistence; askToKeep: () => Promise<Persistence> } {
  const [persistence, setPersistence] = useState<Persistence>('unknown');
  useEffect(() => {
    let isHere = true;
    void ask('persisted').then((found) => isHere && setPersistence(found));
    return () => {
      isHere = false;
    };
  }, []);
  const askToKeep = async () => {
    const found = await ask('persist');
    setPersistence(found);
    return found;
  };
  return { persistence, askToKeep };
}
