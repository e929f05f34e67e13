import { lazy } from 'react';

const firstPauseMs = 1000;
const maxPauseMs = 15_000;

/** Resolves after `ms`, or as soon as the browser finds a network. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    }
    addEventListener('online', end);
  });

/**
 * Loads code. If that fails, tries again after a pause until it succeeds: without an installed service worker, a bad network
 * may fail to deliver the code.
 */
export async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (let ms = firstPauseMs; ; ms = Math.min(2 * ms, maxPauseMs)) {
    try {
      return await load();
    } catch {
      await pause(ms);
    }
  }
}

/** The style sheets that failed and have not arrived since. */
const lostStyleSheets = new Set<Promise<unknown>>();

/**
 * Retries each style sheet that fails until it loads. Vite does not retry: the next import would run the script without
 * its styles.
 */
export function recoverStyleSheets(page: Document): void {
  const added = new WeakSet<EventTarget>();
  const recover = async (link: HTMLLinkElement) => {
    let last = link;
    await loadPatiently(() => {
      // Only a new element makes the browser load the style sheet again.
      const next = page.createElement('link');
      for (const { name, value } of link.attributes) next.setAttribute(name, value);
      added.add(next);
      last.replaceWith(next);
      last = next;
      return new Promise((resolve, reject) => {
        next.addEventListener('load', resolve);
        next.addEventListener('error', reject);
      });
    });
  };
  const noteError = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || added.has(target)) return;
    const recovered = recover(target).finally(() => lostStyleSheets.delete(recovered));
    lostStyleSheets.add(recovered);
  };
  // Errors of elements do not bubble.
  page.addEventListener('error', noteError, { capture: true });
}

/** Loads the code of a part of a page and its style sheets, and tries again for as long as it cannot. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const part = await loadPatiently(load);
  await Promise.all(lostStyleSheets);
  return part;
}

/**
 * React's `lazy` for a part of a page, which retries while its code or a style sheet cannot be loaded and shows the loading
 * state meanwhile. With plain `lazy`, a failed load would replace the whole page by a permanent error. A handler in
 * `import(…).then` cannot prevent that, because Vite loads the style sheets before it runs.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));

/**
 * Whether this error means that code or its style sheet could not be loaded, in the words of Chromium, Firefox, Safari and
 * Vite. TanStack Router remembers the error of a page's component, so the page opens only in a new document.
 */
export const isCodeError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message);
