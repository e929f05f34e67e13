import { afterEach, expect, it, vi } from 'vitest';
import { createHydrationErrorHandler } from '../../../src/app/early-errors.ts';

const error = new Error('Hydration failed');
const reportError = vi.fn();
vi.stubGlobal('reportError', reportError);

afterEach(() => {
  history.replaceState(null, '', '/');
  reportError.mockClear();
});

it('a React hydration error is reported while the page where it happened is still open', () => {
  const handle = createHydrationErrorHandler(window);
  handle(error);
  expect(reportError).toHaveBeenCalledExactlyOnceWith(error);
});

it.each(['/courses-list', '/?page=2'])(
  'a React hydration error is not reported once the visitor has navigated to %s',
  (address) => {
    const handle = createHydrationErrorHandler(window);
    history.pushState(null, '', address);
    handle(error);
    expect(reportError).not.toHaveBeenCalled();
  },
);
