import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type OpenMenu = {
  rootRef: RefObject<HTMLElement | null>;
  openId: number | null;
  toggle(id: number): void;
};

/** Element id of the button that opens the menu with this id. */
export function toggleId(id: number): string {
  return `menu-toggle-${id}`;
}

/**
 * Holds the id of the open menu; null if none is open. At most one is open. It closes when its button is pressed again,
 * on Escape, on a click or focus outside, and on a navigation.
 */
export function useOpenMenu(): OpenMenu {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const rootRef = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<{ id: number; at: string } | null>(null);
  const openId = opened?.at === pathname ? opened.id : null;

  useEffect(() => {
    if (openId === null) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !rootRef.current?.contains(target)) setOpened(null);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpened(null);
      document.getElementById(toggleId(openId))?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [openId]);

  const toggle = useCallback(
    (id: number) => setOpened((now) => (now?.id === id && now.at === pathname ? null : { id, at: pathname })),
    [pathname],
  );
  return { rootRef, openId, toggle };
}
