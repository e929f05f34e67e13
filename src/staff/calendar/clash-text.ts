import type { CheckedBatch } from '../../../contract/staff/batches.ts';
import { formatDay } from '../../lib/format/format.ts';

/** A clash that a batch would have, in one sentence. */
export function clashText({ batch_id, course_name, name, day }: CheckedBatch['clashes'][number]): string {
  const other = batch_id === null ? 'another batch of this list' : `${course_name} (batch ${batch_id})`;
  return `Clash on ${formatDay(day)}: ${name} is taken by ${other}.`;
}
