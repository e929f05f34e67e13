import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { mediaQuery } from './media-query.ts';
import { startPageClock } from './page-clock.ts';
import { resetListeners } from './reset-listeners.ts';

// Wait up to 10 seconds for something to appear, because a busy machine may need seconds for what usually takes
// milliseconds. Passing tests do not wait that long.
configure({ asyncUtilTimeout: 10_000 });

// Load the modules again for each test file, and reset what the previous file left behind, because test files share a
// worker and its browser globals. jsdom has no IndexedDB: a test file that needs it imports fake-indexeddb.
vi.resetModules();
vi.unstubAllGlobals();
vi.useRealTimers();
startPageClock();
Reflect.deleteProperty(globalThis, 'indexedDB');
Reflect.deleteProperty(navigator, 'serviceWorker');
resetListeners(window);
localStorage.clear();
sessionStorage.clear();
for (const cookie of document.cookie.split('; '))
  Object.assign(document, { cookie: `${cookie.split('=')[0]}=; path=/; max-age=0` });

// Fake the browser APIs that Mantine needs and jsdom does not have.
window.matchMedia = (query) => mediaQuery(query, false);

class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', StillObserver);

window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

// Wait for dynamic imports that are still loading, so that none finishes during a later test.
afterEach(async () => {
  cleanup();
  await vi.dynamicImportSettled();
});
