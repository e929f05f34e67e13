import { useEffect, useRef } from 'react';

/**
 * When a dialog closes, returns the focus to the element that had it before the dialog opened. Mantine cannot do this
 * if the dialog is mounted only while it is open. Call the returned function to prevent the return of the focus, for
 * example because that element is about to disappear.
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
