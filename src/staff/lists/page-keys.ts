import { useHotkeys } from '@mantine/hooks';

/** Registers keyboard shortcuts for a page. They do nothing while the focus is in a field or a dialog is open. */
export function usePageKeys(handlers: Record<string, () => void>): void {
  useHotkeys(
    Object.entries(handlers).map(([key, handle]) => [
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
