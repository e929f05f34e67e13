import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { grievanceTexts } from './grievance-texts.ts';

const ResetDialog = lazy(() => import('./reset-dialog.tsx').then((module) => ({ default: module.ResetDialog })));

/** Clears the form; where something was typed it asks first. */
export function ResetButton({ hasTyped, onReset }: { hasTyped: () => boolean; onReset: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsAsking(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} variant="outline" onClick={() => (hasTyped() ? setIsAsking(true) : onReset())}>
        {grievanceTexts.reset}
      </Button>
      {isAsking ? (
        <Suspense fallback={null}>
          <ResetDialog
            onClose={close}
            onReset={() => {
              onReset();
              close();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
