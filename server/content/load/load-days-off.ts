import type { DaysOff } from '../../../contract/academy-calendar.ts';
import { lockDaysOff } from '../academy-calendar.repo.ts';
import type { Content } from '../files/content.ts';
import { readLoadedRows, saveLoadedRows } from './content-rows.repo.ts';
import type { ContentLoad } from './load-rows.ts';
import { mergeFields, writtenAfter } from './merge-fields.ts';

const kind = 'days_off';
const key = 'calendar';

/**
 * Merges the days off in the content files with those that staff have set. Each list (weekly days off, holidays,
 * breaks) stays as it is if staff have changed it, unless the load overwrites what staff changed. The batches in the
 * content files are then planned around the resulting days off.
 */
export async function mergeDaysOff(
  { tx, overwritesStaff, changes }: ContentLoad,
  { weekly_off = [], holidays = [], breaks = [] }: Content['calendar'],
): Promise<DaysOff> {
  const planned: DaysOff = { weekly_off, holidays, breaks };
  const loaded = (await readLoadedRows(tx, kind)).get(key);
  const merged = mergeFields(planned, await lockDaysOff(tx), loaded, overwritesStaff);
  const written = writtenAfter(merged.target, merged.kept, loaded);
  await saveLoadedRows(tx, kind, new Map([[key, { content: planned, written }]]));
  for (const action of ['changed', 'kept', 'overwritten'] as const)
    if (merged[action].length > 0) changes.push({ action, name: 'days off', fields: merged[action] });
  return merged.target;
}
