import { queryOptions } from '@tanstack/react-query';
import { getRoster, listRosters, type Roster, type RosterSummary } from '../../../contract/staff/rosters.ts';
import { ApiError, apiOf, isOfflineError, pauseAfter } from '../../lib/api.ts';
import { academyDay } from '../../lib/format/format.ts';
import { savedRosters } from '../saved/saved-rosters.ts';

/**
 * A roster from the server or, if the server cannot be reached, the copy that is saved on this device. `savedAt`: when
 * the copy was saved (ms since the epoch); null for a roster from the server. `retryMs`: after how many ms the page
 * requests the roster from the server again.
 */
export type ShownRoster = Roster & ({ savedAt: null } | { savedAt: number; retryMs: number });
/**
 * The batches that have a roster. `isSaved`: the server cannot be reached, so the list has only batches with a roster
 * that is saved on this device.
 */
type ShownList = { batches: RosterSummary[] } & ({ isSaved: false } | { isSaved: true; retryMs: number });

type Period = { from: string; until: string };

/**
 * How many ms the page waits before it asks the server again while a saved copy is shown: 30 seconds, or longer if the
 * server asked for a longer pause.
 */
const retryMs = (error: unknown) => Math.max(30_000, pauseAfter(error));

async function savedList({ from, until }: Period, error: unknown): Promise<ShownList | null> {
  const saved = (await savedRosters.readAll()).map(({ roster }) => roster);
  const batches = saved
    .filter(({ start_date, end_date }) => end_date >= from && start_date <= until)
    .toSorted((a, b) => a.start_date.localeCompare(b.start_date));
  return batches.length > 0 ? { batches, isSaved: true, retryMs: retryMs(error) } : null;
}

async function savedRoster(batchId: number, error: unknown): Promise<ShownRoster | null> {
  const saved = await savedRosters.read(batchId);
  if (!saved) return null;
  // In the saved copy of a roster, `today` is the date on which the copy was saved. Replace it with the current date.
  return { ...saved.roster, today: academyDay(), savedAt: saved.savedAt, retryMs: retryMs(error) };
}

/** The queries of rosters. Without a connection they return what is saved on this device. */
export const rosterQueries = {
  /** The start of the keys of all single rosters. */
  all: ['staff-roster'],
  list: (period: Period) =>
    queryOptions({
      queryKey: ['staff-rosters', period],
      async queryFn({ client, signal }): Promise<ShownList> {
        try {
          const { data } = await apiOf(client).call(listRosters, { query: period }, { signal });
          return { batches: data, isSaved: false };
        } catch (error) {
          const saved = isOfflineError(error) ? await savedList(period, error) : null;
          if (!saved) throw error;
          return saved;
        }
      },
      refetchInterval: ({ state: { data } }) => (data?.isSaved ? data.retryMs : false),
      refetchOnReconnect: ({ state: { data } }) => data?.isSaved ?? false,
    }),
  one: (batchId: number) =>
    queryOptions({
      queryKey: [...rosterQueries.all, batchId],
      async queryFn({ client, signal }): Promise<ShownRoster> {
        const reader = savedRosters.readStaff();
        try {
          const { data } = await apiOf(client).call(getRoster, { params: { id: batchId } }, { signal });
          await savedRosters.save(data, (await reader)?.id);
          return { ...data, savedAt: null };
        } catch (error) {
          const saved = isOfflineError(error) ? await savedRoster(batchId, error) : null;
          if (error instanceof ApiError && error.status === 404) await savedRosters.remove(batchId);
          if (!saved) throw error;
          return saved;
        }
      },
      refetchInterval: ({ state: { data } }) => (data?.savedAt ? data.retryMs : false),
      refetchOnReconnect: ({ state: { data } }) => Boolean(data?.savedAt),
    }),
};
