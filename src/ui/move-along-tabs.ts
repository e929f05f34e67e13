import type { KeyboardEvent } from 'react';

/** Arrow keys, Home and End go along the tabs and open them; the space bar opens, as it does on buttons. */
export function moveAlongTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const here = tabs.findIndex((tab) => tab.matches(':focus'));
  const last = tabs.length - 1;
  const target: Record<string, number> = {
    ArrowRight: here === last ? 0 : here + 1,
    ArrowLeft: here === 0 ? last : here - 1,
    Home: 0,
    End: last,
    ' ': here,
  };
  const tab = tabs[target[event.key] ?? -1];
  if (!tab) return;
  event.preventDefault();
  tab.focus();
  tab.click();
}
