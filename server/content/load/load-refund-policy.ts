import { mostDaysFirst } from '../../../contract/staff/refund-policy.ts';
import { insertAuditEntry } from '../../db/audit-entry.ts';
import { lockRefundPolicy, newestRefundPolicy } from '../../db/refund-policy.ts';
import type { Content } from '../files/content.ts';
import { readLoadedRows, saveLoadedRows } from './content-rows.repo.ts';
import type { ContentLoad } from './load-rows.ts';
import { isSame } from './merge-fields.ts';

const kind = 'refund_policies';
const key = 'policy';

/**
 * Sets the refund policy from `refunds.json`. A policy that staff have set stays, unless the load overwrites what staff
 * changed. If `refunds.json` has no policy, nothing changes.
 */
export async function loadRefundPolicy({ tx, overwritesStaff, changes }: ContentLoad, { refunds }: Content) {
  if (!refunds.policy) return;
  const after = mostDaysFirst(refunds.policy);
  await lockRefundPolicy(tx);
  const before = await newestRefundPolicy(tx);
  const written = (await readLoadedRows(tx, kind)).get(key)?.written.steps ?? null;
  const isEqual = isSame(before, after);
  const isStaffs = before !== undefined && !isEqual && !isSame(before, written);
  const isKept = isStaffs && !overwritesStaff;
  const row = { content: { steps: after }, written: { steps: isKept ? written : after } };
  await saveLoadedRows(tx, kind, new Map([[key, row]]));
  if (isEqual) return;
  const action = before === undefined ? 'added' : isKept ? 'kept' : isStaffs ? 'overwritten' : 'changed';
  changes.push({ action, name: 'refund policy', fields: [{ field: 'steps', before, after }] });
  if (isKept) return;
  const steps = JSON.stringify(after);
  await tx.insertInto('refund_policies').values({ steps }).execute();
  const entry = { actor: 'content', command: 'content load', subject: 'refund-policy', arguments: {} };
  await insertAuditEntry(tx, { ...entry, before: before ?? null, after });
}
