import type { KeyboardEvent } from 'react';

/**
 * Key handler of a tab list: the arrow keys, Home and End move the focus to a tab and open that tab; the space bar
 * opens the focused tab.
 */
export function moveAlongTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const focused = tabs.findIndex((tab) => tab.matches(':focus'));
  const last = tabs.length - 1;
  const target: Record<string, number> = {
    ArrowRight: focused === last ? 0 : focused + 1,
    ArrowLeft: focused === 0 ? last : focused - 1,
    Home: 0,
    End: last,
    ' ': focused,
  };
  const tab = tabs[target[event.key] ?? -1];
  if (!tab) return;
  event.preventDefault();
  tab.focus();
  tab.click();
}
