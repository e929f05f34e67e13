import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../../../src/offline/connection/page-connection.ts';
import { ConnectionStrip } from '../../../src/offline/connection-strip.tsx';
import { holdUpdates } from '../../../src/offline/critical-work.ts';
import { WaitingChanges } from '../../../src/offline/outbox/list/waiting-changes.tsx';
import { outbox } from '../../../src/offline/outbox/page-outbox.ts';
import { openOutboxStore } from '../../../src/offline/outbox/store.ts';
import { subject } from '../../../src/offline/session/subject.ts';
import { updates } from '../../../src/pwa/page-updates.ts';
import { UpdatePrompt } from '../../../src/pwa/update-prompt.tsx';
import { answeringApi } from '../../support/answers.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { enterPortal } from '../../support/server-down.ts';
import { addCourse, removeCourse } from './outbox/fake-device.ts';

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

  it('the connection bar is empty while online, and says how old the shown data is while offline', async () => {
    vi.stubGlobal('fetch', noNetwork);
    act(() => connection.report('ours'));
    draw();
    expect(screen.getByRole('status').textContent).toBe('');
    await act(() => connection.probe());
    await screen.findByText(/You see saved content/);
    expect(screen.getByRole('status').textContent).toBe(
      'You are offline. You see saved content, as of 3 Feb 2027, 14:05.',
    );
  });

  it('the connection bar says that our server is not answering while a proxy responds in its place', async () => {
    vi.stubGlobal('fetch', async () => new Response('Bad gateway', { status: 502 }));
    draw();
    await act(() => connection.probe());
    expect(screen.getByRole('status').textContent).toMatch(/^Our server is not answering\. We keep trying\. /);
  });

  it('the connection bar asks the visitor to sign in to the network when there is a captive portal', async () => {
    draw();
    await enterPortal();
    expect(screen.getByRole('status').textContent).toMatch(
      /^This network does not connect to our site\. You may have to sign in to the network first\. /,
    );
  });
});

describe('the waiting changes', () => {
  it('the list of waiting changes shows the status of each, can discard a change, and hides another student’s changes', async () => {
    vi.stubGlobal('fetch', noNetwork);
    await act(() => connection.probe());
    subject.enter('asha');
    await outbox.submit(addCourse(1), 'asha');
    await outbox.submit(removeCourse(2), 'asha');
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
    const { unmount } = await renderInPage(<WaitingChanges user="asha" />, { api: answeringApi({}).api });
    expect(screen.getByRole('heading', { name: '2 changes waiting' })).toBeDefined();
    const [refused, waiting] = screen.getAllByRole('listitem');
    expect(refused?.textContent).toContain('No seats are left.');
    const forward = within(refused ?? document.body).getByRole('link', { name: 'Choose another batch' });
    expect(forward.getAttribute('href')).toBe('/course-booking?tab=individual&course=1');
    expect(waiting?.textContent).toContain('Will be sent when you are back online');
    expect(waiting && within(waiting).queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(within(refused ?? document.body).getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('heading', { name: '1 change waiting' })).toBeDefined();
    unmount();
    await renderInPage(<WaitingChanges user="dev" />, { api: answeringApi({}).api });
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe('the update prompt', () => {
  it('the update prompt offers a new version of the app, but not during critical work such as placing an order', () => {
    const workbox = { addEventListener: () => {}, messageSkipWaiting: () => {} };
    const registration = Object.assign(new EventTarget(), { waiting: {}, installing: null }) as never;
    render(<UpdatePrompt />);
    const release = holdUpdates();
    act(() => updates.watch(workbox, registration, true));
    expect(screen.queryByText('A new version is ready.')).toBeNull();
    act(release);
    expect(screen.getByText('A new version is ready.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  });
});
