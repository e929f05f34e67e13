import type { Tx } from './schema.ts';

/**
 * An entry of the audit log: who did what, and why. `before` and `after` are the changed data, without secrets. Both
 * are null if personal data was only read. `command` is the name of a staff command or of an action in the console.
 */
type AuditEntry = {
  actor: string;
  command: string;
  arguments: Record<string, unknown>;
  before: unknown;
  after: unknown;
  /** The id of the staff member, for an action in the console. Missing for a staff command. */
  staffId?: string;
  /** What the action was about, such as `order:LF-2026-000123`. */
  subject?: string;
  reason?: string;
  at?: Date;
};

/**
 * Adds an entry to the audit log. If the entry records a change, call this in the transaction that makes the change.
 */
export async function insertAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, command, before, after, staffId, subject, reason, at } = entry;
  await tx
    .insertInto('audit_entries')
    .values({
      actor,
      command,
      arguments: JSON.stringify(entry.arguments),
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      staff_id: staffId ?? null,
      subject: subject ?? null,
      reason: reason ?? null,
      ...(at ? { at } : {}),
    })
    .execute();
}

/** An action of a staff member in the console, for the audit log. */
export type StaffAction = {
  action: string;
  subject: string;
  arguments?: Record<string, unknown>;
  before?: unknown;
  after?: unknown;
  reason?: string;
};

/**
 * Records an action of a staff member in the console. Call this in the transaction of the change. Without `before` and
 * `after`, the entry says that personal data was only read.
 */
export async function recordStaffAction(
  tx: Tx,
  staff: { staffId: string; name: string; email: string },
  { action, subject, arguments: given = {}, before = null, after = null, reason }: StaffAction,
  now: Date,
): Promise<void> {
  const actor = `${staff.name} <${staff.email}>`;
  const entry = { actor, command: action, arguments: given, before, after, staffId: staff.staffId, subject, at: now };
  await insertAuditEntry(tx, reason === undefined ? entry : { ...entry, reason });
}
