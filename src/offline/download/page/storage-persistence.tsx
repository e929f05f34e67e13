import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Notice } from '../../../ui/messages/notice.tsx';

/** Whether the browser promised not to delete the site's storage; `unknown` if it does not say. */
type Persistence = 'unknown' | 'persistent' | 'bestEffort';

function callStorage(method: 'persisted' | 'persist'): Promise<Persistence> {
  const storage = globalThis.navigator?.storage;
  if (!storage?.[method]) return Promise.resolve('unknown');
  return storage[method]().then(
    (isPersistent) => (isPersistent ? 'persistent' : 'bestEffort'),
    () => 'unknown',
  );
}

/** Says whether the browser may delete saved content when space runs out, and lets the student ask it not to. */
export function StoragePersistence() {
  const [persistence, setPersistence] = useState<Persistence>('unknown');
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    void callStorage('persisted').then(setPersistence);
  }, []);
  if (persistence === 'unknown') return null;
  if (persistence === 'persistent')
    return (
      <Notice tone="success" title="This browser will keep it.">
        Saved content stays until you delete it.
      </Notice>
    );
  const requestPersistence = async () => {
    const found = await callStorage('persist');
    setPersistence(found);
    setIsRefused(found !== 'persistent');
  };
  return (
    <Notice
      tone="waiting"
      title="This browser may delete it."
      action={
        <Button variant="outline" onClick={requestPersistence}>
          Ask the browser to keep it
        </Button>
      }
    >
      If the device runs out of space, the browser may delete saved content.
      {isRefused ? (
        <p role="status">The browser did not agree. It usually does once the site is installed on the home screen.</p>
      ) : null}
    </Notice>
  );
}
