import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from '../../../../src/offline/connection/connection.ts';
import { DeviceStore } from '../../../../src/offline/saved/device-store.ts';
import { persistQueries, readSavedAt } from '../../../../src/offline/saved/query-persistence.ts';
import { saveAhead } from '../../../../src/offline/saved/save-ahead.ts';

let store: DeviceStore;
let devices = 0;

async function visit(
  state: ConnectionState,
  { now = Date.now(), probed = state, known = false }: { now?: number; probed?: ConnectionState; known?: boolean } = {},
) {
  const client = new QueryClient();
  persistQueries(client, { storage: store, subject: { student: null } });
  const queryFn = vi.fn(async () => ['a course']);
  const query = { queryKey: ['list'], queryFn, meta: { persist: 'public' } };
  if (known) client.setQueryData(query.queryKey, ['a course']);
  await saveAhead(client, query, { storage: store, connection: { state, probe: async () => probed }, now: () => now });
  return queryFn;
}

beforeEach(() => {
  store = new DeviceStore(`ahead-${++devices}`, { student: null });
});

describe('saving ahead', () => {
  it('loading data in advance for offline use fetches each query at most once a day', async () => {
    expect(await visit('online')).toHaveBeenCalledTimes(1);
    await vi.waitFor(async () => expect(await store.getItem('public-["list"]')).toBeTruthy());
    expect(await visit('online')).not.toHaveBeenCalled();
    const savedAt = await readSavedAt(store, ['list']);
    expect(await visit('online', { now: (savedAt ?? 0) + 86_399_999 })).not.toHaveBeenCalled();
    const tomorrow = await visit('online', { now: (savedAt ?? 0) + 86_400_000 });
    await vi.waitFor(() => expect(tomorrow).toHaveBeenCalledTimes(1));
  });

  it('loading data in advance for offline use makes no request while the server cannot be reached', async () => {
    expect(await visit('offline')).not.toHaveBeenCalled();
    expect(await visit('portal')).not.toHaveBeenCalled();
    expect(await visit('unknown', { probed: 'offline' })).not.toHaveBeenCalled();
  });

  it('if the connection state is unknown, the connection is checked before data is loaded in advance for offline use', async () => {
    expect(await visit('unknown', { probed: 'online' })).toHaveBeenCalledTimes(1);
  });

  it('while the server is known to be reachable, data is loaded in advance for offline use without another check', async () => {
    expect(await visit('online', { probed: 'offline' })).toHaveBeenCalledTimes(1);
  });

  it('data that the page has loaded already is not loaded in advance for offline use', async () => {
    expect(await visit('online', { known: true })).not.toHaveBeenCalled();
  });
});
