import { type AuditEntry, listAuditEntries } from '../../contract/staff/audit-log.ts';
import { auditPageSize } from '../../contract/staff/staff-limits.ts';
import type { Mount } from '../http/mount/mount.ts';
import { listAudit } from './audit-list.repo.ts';

type Row = Awaited<ReturnType<typeof listAudit>>[number];

function toEntry({ at, command, staff_id, before, after, ...row }: Row): AuditEntry {
  const kind = before === null && after === null ? 'reading' : 'change';
  return { ...row, at: at.toISOString(), action: command, is_command: staff_id === null, kind, before, after };
}

/** The call by which administrators and auditors read the audit log (docs/product.md#audit-log). */
export function auditRoutes(mount: Mount): void {
  mount(listAuditEntries, async ({ db, query }) => {
    const rows = await listAudit(db, query, auditPageSize + 1);
    const page = rows.slice(0, auditPageSize);
    const next = rows.length > auditPageSize ? (page.at(-1)?.id ?? null) : null;
    return { statusCode: 200, data: page.map(toEntry), next };
  });
}
