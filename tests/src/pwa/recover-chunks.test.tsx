import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { recoverChunks } from '../../../src/pwa/chunk-recovery.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const failChunk = (name: string) =>
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new Error(`Failed to fetch ${name}`) }));

it('a failure to load a JavaScript chunk throws no second error in a browser that blocks sessionStorage', () => {
  const probe = vi.fn(async () => 'online' as const);
  recoverChunks(probe, vi.fn());
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  const onError = vi.fn((event: ErrorEvent) => event.preventDefault());
  addEventListener('error', onError);
  failChunk('/assets/cart-1.js');
  removeEventListener('error', onError);
  expect([onError.mock.calls, probe.mock.calls]).toEqual([[], []]);
});

it('a failure to load a JavaScript chunk does not reload a page on which the visitor has typed something', async () => {
  const reload = vi.fn();
  const probe = vi.fn(async () => 'online' as const);
  recoverChunks(probe, reload);
  document.body.innerHTML = '<input aria-label="Name">';
  fireEvent.input(document.querySelector('input') ?? document.body, { target: { value: 'Asha' } });
  failChunk('/assets/documents-1.js');
  await waitFor(() => expect(probe).toHaveBeenCalledOnce());
  await probe.mock.results[0]?.value;
  expect(reload).not.toHaveBeenCalled();
  history.pushState(null, '', '/contact-us');
  failChunk('/assets/contact-1.js');
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});
