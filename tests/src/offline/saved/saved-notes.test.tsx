import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../../../../src/offline/connection/page-connection.ts';
import { deviceStore } from '../../../../src/offline/saved/device-store.ts';
import { SavedAsOf } from '../../../../src/offline/saved/saved-as-of.tsx';
import { showStorageNote } from '../../../../src/offline/saved/storage-note.tsx';
import { enterPortal } from '../../../support/server-down.ts';

const now = Date.UTC(2027, 1, 3, 8, 35);

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(() => {
  act(() => connection.report('ours'));
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe('the age of saved prices and seats', () => {
  const hour = 3_600_000;

  it.each([
    ['unknown', undefined],
    ['a moment ago', now],
    ['less than an hour ago', now - hour + 1],
  ])('while online, prices whose fetch time is “%s” are shown without their age', (_, at) => {
    act(() => connection.report('ours'));
    const { container } = render(<SavedAsOf at={at} />);
    expect(container.textContent).toBe('');
  });

  it('while online, prices that were fetched an hour ago are shown with their age', async () => {
    act(() => connection.report('ours'));
    render(<SavedAsOf at={now - hour} />);
    expect(await screen.findByText(/Prices and seats/)).toBeTruthy();
  });

  it('while offline, even prices that were just fetched are shown with their age', async () => {
    await enterPortal();
    const { container } = render(<SavedAsOf at={undefined} />);
    expect(container.textContent).toBe('');
    render(<SavedAsOf at={now} />);
    expect(await screen.findByText(/Prices and seats/)).toBeTruthy();
  });
});

describe('the note that the browser cannot save data', () => {
  const text = 'This browser cannot save data for this site, so it works only while you are online.';

  it('the note that the browser cannot save data is shown once per tab, at the top of the page, and can be closed', async () => {
    vi.stubGlobal('indexedDB', undefined);
    document.body.innerHTML = '<main>A page</main>';
    await act(async () => showStorageNote(document));
    expect(screen.queryByText(text)).toBeNull();
    await act(() => deviceStore.getItem('key'));
    expect(await screen.findByText(text)).toBeTruthy();
    expect(document.body.firstElementChild?.textContent).toContain(text);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(text)).toBeNull();
    await act(async () => showStorageNote(document));
    expect(screen.getAllByRole('status')).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  it('the note that the browser cannot save data appears on each page if the browser blocks sessionStorage', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    for (const notes of [1, 2]) {
      await act(async () => showStorageNote(document));
      await waitFor(() => expect(screen.getAllByRole('status')).toHaveLength(notes));
    }
  });
});
