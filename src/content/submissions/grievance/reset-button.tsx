import '../../../ui/controls.css';
import { Button } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { grievanceTexts } from './grievance-texts.ts';

const ResetDialog = lazyPart(() => import('./reset-dialog.tsx').then((module) => ({ default: module.ResetDialog })));

/** Button that clears the grievance form, after a confirmation if something was typed. */
export function ResetButton({ hasInput, onReset }: { hasInput: () => boolean; onReset: () => void }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsDialogOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} variant="outline" onClick={() => (hasInput() ? setIsDialogOpen(true) : onReset())}>
        {grievanceTexts.reset}
      </Button>
      {isDialogOpen ? (
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
