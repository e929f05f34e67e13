import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { usePersistence } from './use-persistence.ts';

/** In plain words whether the browser may delete what was saved, and the way to ask it not to. */
export function StoragePromise() {
  const { persistence, askToKeep } = usePersistence();
  const [isRefused, setIsRefused] = useState(false);
  if (persistence === 'unknown') return null;
  if (persistence === 'kept')
    return (
      <Notice tone="right" title="This browser keeps it.">
        What is saved stays until you delete it.
      </Notice>
    );
  const ask = async () => setIsRefused((await askToKeep()) !== 'kept');
  return (
    <Notice
      tone="waiting"
      title="This browser may delete it."
      action={
        <Button variant="outline" onClick={ask}>
          Ask it to keep everything
        </Button>
      }
    >
      When the device runs out of room it may make some by deleting what is saved here.
      {isRefused ? (
        <p role="status">The browser did not agree. It usually does once the site is installed on the home screen.</p>
      ) : null}
    </Notice>
  );
}
