import type { QueryClient } from '@tanstack/react-query';
import { addDays } from '../../../contract/days.ts';
import { academyDay } from '../../lib/format/format.ts';
import { savedRosters } from '../saved/saved-rosters.ts';
import { rosterQueries } from './roster.queries.ts';

/** Rosters of batches that run today, or begin within this many days from today, are saved on the device. */
const daysAhead = 3;
const mostRosters = 10;
/** A copy younger than this many ms is not refreshed, because each request of a roster is recorded in the audit log. */
const freshMs = 3 * 3_600_000;

/**
 * Saves on this device the rosters that an instructor will need next. They can then be opened without a connection even
 * if nobody has opened them before.
 */
export async function saveAhead(client: QueryClient): Promise<void> {
  const today = academyDay();
  const { batches, isSaved } = await client.fetchQuery(
    rosterQueries.list({ from: today, until: addDays(today, daysAhead) }),
  );
  if (isSaved) return;
  const saved = await savedRosters.readAll();
  for (const { batch_id } of batches.slice(0, mostRosters)) {
    const copy = saved.find(({ roster }) => roster.batch_id === batch_id);
    if (!copy || Date.now() - copy.savedAt > freshMs) await client.fetchQuery(rosterQueries.one(batch_id));
  }
}
