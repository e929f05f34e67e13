import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../contract/pages.ts';

type LeavingParts = {
  /** Whether something was typed that is not saved. */
  isChanged: boolean;
  /** Closes the form and gives up what was typed. */
  onLeave: () => void;
};

/**
 * Asks before what was typed is given up: on closing, on going to another page and, in the browser's own words, on unloading.
 * The way to the login screen stays free: the draft waits there.
 */
export function useLeaving({ isChanged, onLeave }: LeavingParts) {
  const [isClosing, setIsClosing] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isChanged && next.pathname !== paths.login,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  return {
    isAsking: isClosing || blocker.status === 'blocked',
    ask: () => (isChanged ? setIsClosing(true) : onLeave()),
    stay: () => {
      setIsClosing(false);
      blocker.reset?.();
    },
    leave: () => {
      setIsClosing(false);
      onLeave();
      blocker.proceed?.();
    },
  };
}
