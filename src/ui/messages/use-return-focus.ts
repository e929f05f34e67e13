import { useEffect, useRef } from 'react';

/**
 * Returns the focus to the element that had it before a dialog opened. Mantine cannot do this if the dialog is mounted
 * only while it is open. Call the returned function if that element is about to disappear: it cancels the return.
 */
export function useReturnFocus(isOpen: boolean): () => void {
  const previous = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const { activeElement } = document;
    previous.current = activeElement instanceof HTMLElement ? activeElement : null;
    return () => previous.current?.focus();
  }, [isOpen]);
  return () => {
    previous.current = null;
  };
}
