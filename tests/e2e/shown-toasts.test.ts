// @vitest-environment jsdom
import type { BrowserContext, Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { recordToasts, takeToast } from '../../e2e/support/browser/shown-toasts.ts';

/** Stands for a browser context whose only page is this document. */
const context = { addInitScript: async (script: () => void) => script() } as unknown as BrowserContext;
const page = { evaluate: async (read: (text: string) => boolean, text: string) => read(text) } as unknown as Page;

/** Shows a toast as the site does. The observer is notified in a microtask, which runs before this function returns. */
async function showToast(text: string): Promise<void> {
  const toast = document.createElement('div');
  toast.setAttribute('role', 'status');
  toast.textContent = text;
  document.body.append(toast);
  await Promise.resolve();
}

it('the test helper takeToast finds each toast only once, and only if the toast appeared after the last click, key press or input', async () => {
  await recordToasts(context);
  await showToast('Saved');
  expect(await takeToast(page, 'Saved')).toBe(true);
  expect(await takeToast(page, 'Saved')).toBe(false);
  for (const event of ['pointerdown', 'keydown', 'input']) {
    await showToast('Saved');
    document.body.dispatchEvent(new Event(event, { bubbles: true }));
    expect([event, await takeToast(page, 'Saved')]).toEqual([event, false]);
    await showToast('Saved again');
    expect([event, await takeToast(page, 'Saved')]).toEqual([event, true]);
  }
});
