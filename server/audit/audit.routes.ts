import { type AuditEntry, listAuditEntries } from '../../contract/staff/audit-log.ts';
import { auditPageSize } from '../../contract/staff/staff-limits.ts';
import { recordStaffAction } from '../db/audit-entry.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import type { Clock } from '../http/clock.ts';
import type { Mount } from '../http/mount/mount.ts';
import { listAudit } from './audit-list.repo.ts';

type Row = Awaited<ReturnType<typeof listAudit>>[number];

function toEntry({ at, command, staff_id, before, after, ...row }: Row): AuditEntry {
  const kind = before === null && after === null ? 'reading' : 'change';
  return { ...row, at: at.toISOString(), action: command, is_command: staff_id === null, kind, before, after };
}

/** The call by which administrators and auditors read the audit log (docs/product.md#audit-log). */
export function auditRoutes(mount: Mount, { clock }: { clock: Clock }): void {
  mount(listAuditEntries, async ({ db, query, staff }) => {
    const rows = await listAudit(db, query, auditPageSize + 1);
    const page = rows.slice(0, auditPageSize);
    const read = { action: 'audit list', subject: 'audit', arguments: { ...query, entries: page.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, new Date(clock.now())));
    const next = rows.length > auditPageSize ? (page.at(-1)?.id ?? null) : null;
    return { statusCode: 200, data: page.map(toEntry), next };
  });
}
