import { useRouter } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type OpenMenu = {
  rootRef: RefObject<HTMLElement | null>;
  openId: number | null;
  toggle(id: number): void;
};

/** Returns the element id of the button that opens the menu `id`. */
export function toggleId(id: number): string {
  return `menu-toggle-${id}`;
}

/** Whether an event comes from a dialog, such as the one that an item of a menu has opened. */
const isInDialog = ({ target }: Event) => target instanceof Element && target.closest('[role="dialog"]') !== null;

/**
 * Holds the id of the open menu; null if none is open. Only one menu can be open. A menu closes when its button is
 * pressed again, on Escape, on a click or focus outside, and on a navigation. It stays open behind a dialog, so that the
 * focus can return to the item that opened the dialog.
 */
export function useOpenMenu(): OpenMenu {
  const router = useRouter();
  const rootRef = useRef<HTMLElement>(null);
  const [openId, setOpenId] = useState<number | null>(null);

  useEffect(() => {
    if (openId === null) return;
    const closeOutside = (event: Event) => {
      const { target } = event;
      if (target instanceof Node && !isInDialog(event) && !rootRef.current?.contains(target)) setOpenId(null);
    };
    const closeAndFocus = () => {
      setOpenId(null);
      document.getElementById(toggleId(openId))?.focus();
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isInDialog(event)) closeAndFocus();
    };
    // Do not move the focus on a navigation to another path, because the new page takes it.
    const stop = router.subscribe('onBeforeNavigate', ({ pathChanged }) =>
      pathChanged ? setOpenId(null) : closeAndFocus(),
    );
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      stop();
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [openId, router]);

  const toggle = useCallback((id: number) => setOpenId((now) => (now === id ? null : id)), []);
  return { rootRef, openId, toggle };
}
