import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { mediaQuery } from './media-query.ts';

// Files share a worker, and with it what the browser keeps; modules begin anew with each.
vi.resetModules();

// What Mantine asks of a browser and jsdom does not have.
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

// A part that loads late must not arrive after its page has gone.
afterEach(async () => {
  cleanup();
  await vi.dynamicImportSettled();
});
