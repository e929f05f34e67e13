import 'fake-indexeddb/auto';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionStrip } from '../../../src/offline/connection-strip.tsx';
import { holdUpdates } from '../../../src/offline/critical.ts';
import { openOutboxStore } from '../../../src/offline/outbox-store.ts';
import { connection } from '../../../src/offline/page-connection.ts';
import { outbox } from '../../../src/offline/page-outbox.ts';
import { subject } from '../../../src/offline/subject.ts';
import { WaitingChanges } from '../../../src/offline/waiting-changes.tsx';
import { updates } from '../../../src/pwa/page-updates.ts';
import { UpdatePrompt } from '../../../src/pwa/update-prompt.tsx';
import { addCourse, removeCourse } from './outbox-world.ts';

const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
afterEach(() => void vi.unstubAllGlobals());

function Courses() {
  useQuery({
    queryKey: ['courses'],
    queryFn: async () => [],
    initialData: [],
    initialDataUpdatedAt: Date.UTC(2027, 1, 3, 8, 35),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return null;
}

describe('the connection strip', () => {
  const draw = () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ConnectionStrip />
        <Courses />
      </QueryClientProvider>,
    );

  it('is silent while the server answers, and says how old the page is when it does not', async () => {
    vi.stubGlobal('fetch', noNetwork);
    act(() => connection.hear('ours'));
    draw();
    expect(screen.getByRole('status').textContent).toBe('');
    await act(() => connection.probe());
    await screen.findByText(/You see what was saved/);
    expect(screen.getByRole('status').textContent).toBe(
      'You are offline. You see what was saved, as of 3 Feb 2027, 14:05.',
    );
  });

  it('knows a captive portal', () => {
    draw();
    act(() => connection.hear('foreign'));
    expect(screen.getByText(/want you to sign in to it first/)).toBeDefined();
  });
});

describe('the waiting changes', () => {
  it('are listed with their state, can be tried again and discarded, and nobody else sees them', async () => {
    vi.stubGlobal('fetch', noNetwork);
    await act(() => connection.probe());
    subject.enter('asha');
    await outbox.submit(addCourse(1));
    await outbox.submit(removeCourse(2));
    await openOutboxStore('landfall-outbox')((rows) => ({
      rows: rows.map((row) =>
        row.kind === 'cart.add'
          ? {
              ...row,
              state: 'needsAttention',
              lastError: { code: 'BATCH_FULL', message: 'No seats are left.', isFinal: true },
            }
          : row,
      ),
    }));
    await outbox.refresh();
    const { rerender } = render(<WaitingChanges user="asha" />, { wrapper: MantineProvider });
    expect(screen.getByRole('heading', { name: '2 changes waiting' })).toBeDefined();
    const [refused, waiting] = screen.getAllByRole('listitem');
    expect(refused?.textContent).toContain('No seats are left.');
    expect(waiting?.textContent).toContain('Waits for the connection');
    expect(waiting && within(waiting).queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(within(refused ?? document.body).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('heading', { name: '1 change waiting' })).toBeDefined();
    rerender(<WaitingChanges user="dev" />);
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('the update prompt', () => {
  it('offers a new version, but not in the middle of critical work', () => {
    const container = Object.assign(new EventTarget(), { controller: {} });
    const registration = Object.assign(new EventTarget(), { waiting: {}, installing: null });
    render(<UpdatePrompt />);
    const release = holdUpdates();
    act(() =>
      updates.watch(
        registration as unknown as ServiceWorkerRegistration,
        container as unknown as ServiceWorkerContainer,
      ),
    );
    expect(screen.queryByText('A new version is ready.')).toBeNull();
    act(release);
    expect(screen.getByText('A new version is ready.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  });
});
