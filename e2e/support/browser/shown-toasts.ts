import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    /**
     * The texts of the toasts shown since the last click, key or changed field, without those that `takeToast` removed.
     */
    shownToasts?: string[];
  }
}

/**
 * Makes the pages of a browser context record the toasts that they show. A toast disappears after two seconds, which
 * may be too early for a test on a busy machine. Each click, key press or changed field clears the recorded toasts of
 * earlier actions. Call this before the first page of the context loads.
 */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shown: string[] = [];
    window.shownToasts = shown;
    const record = (added: Element) => {
      if (added.matches('[role=status]')) shown.push(added.textContent);
      for (const status of added.querySelectorAll('[role=status]')) shown.push(status.textContent);
    };
    for (const input of ['pointerdown', 'keydown', 'input'])
      window.addEventListener(input, () => shown.splice(0), { capture: true });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) record(node);
    }).observe(document, { childList: true, subtree: true });
  });
}

/**
 * Returns whether the page has shown a toast with this text since the last click, key or changed field, and removes it
 * from the recorded toasts.
 */
export function takeToast(page: Page, text: string): Promise<boolean> {
  return page.evaluate((wanted) => {
    const toasts = window.shownToasts ?? [];
    const index = toasts.findIndex((toast) => toast.includes(wanted));
    if (index >= 0) toasts.splice(index, 1);
    return index >= 0;
  }, text);
}
