import { lazy } from 'react';

const firstPauseMs = 1000;
const maxPauseMs = 15_000;

/** Resolves after `ms` milliseconds, or as soon as the browser reports that it is online. */
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
 * Imports a module. If that fails, tries again after a pause until it succeeds: without an installed service worker, a
 * bad network may fail to deliver the script.
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

/** For each style sheet that failed to load and is being retried: a promise that resolves when it has loaded. */
const lostStyleSheets = new Set<Promise<unknown>>();

/**
 * Retries each style sheet that fails to load, until it loads. Vite does not retry style sheets: if the same module is
 * imported again, it runs without its styles.
 */
export function recoverStyleSheets(page: Document): void {
  const added = new WeakSet<EventTarget>();
  const recover = async (link: HTMLLinkElement) => {
    let last = link;
    await loadPatiently(() => {
      // Only a new `<link>` element makes the browser load a failed style sheet again.
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
  // Listen in the capture phase, because the error events of elements do not bubble.
  page.addEventListener('error', noteError, { capture: true });
}

/** Loads the script of a part of a page and its style sheets. Retries until all are loaded. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  const part = await loadPatiently(load);
  await Promise.all(lostStyleSheets);
  return part;
}

/**
 * React's `lazy` for a part of a page. It shows the loading state and retries while the script or a style sheet cannot
 * be loaded. With plain `lazy`, a failed load would replace the whole page by a permanent error.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load));

/**
 * Whether a script or its style sheet could not be loaded, judged by the error messages of Chromium, Firefox, Safari
 * and Vite. After such an error, reload the document instead of retrying: TanStack Router remembers the error.
 */
export const isCodeError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message);
