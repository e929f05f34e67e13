import { useHotkeys, useLocalStorage } from '@mantine/hooks';

/**
 * Whether the keyboard shortcuts of pages are on in this browser, and a function that switches them. The shortcuts are
 * single keys, so people whose voice control types words by accident must be able to switch them off (WCAG 2.1.4).
 */
export function useShortcutSetting() {
  return useLocalStorage({ key: 'landfall:staff-shortcuts', defaultValue: true, getInitialValueInEffect: false });
}

/**
 * Registers keyboard shortcuts for a page. They do nothing while the focus is in a field or a dialog is open, or if the
 * staff member has switched shortcuts off.
 */
export function usePageKeys(handlers: Record<string, () => void>): void {
  const [isOn] = useShortcutSetting();
  useHotkeys(
    Object.entries(isOn ? handlers : {}).map(([key, handle]) => [
      key,
      () => {
        if (!document.querySelector('[role="dialog"]')) handle();
      },
    ]),
  );
}

/** Moves the focus to the next or previous element with the attribute `data-row`. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const current = rows.findIndex((row) => row.matches(':focus'));
  const target = current < 0 ? rows.at(step > 0 ? 0 : -1) : rows[current + step];
  target?.focus();
}

/** Handles the keyboard shortcuts of lists: `j` and `k` move between rows, `/` moves to the search field. */
export function useListKeys(): void {
  usePageKeys({
    j: () => focusRow(1),
    k: () => focusRow(-1),
    '/': () => document.querySelector<HTMLElement>('input[type="search"]')?.focus(),
  });
}
