import type { Tx } from '../db/schema.ts';

/**
 * An entry of the audit log: who ran which command. `before` and `after` are the changed data, without secrets; both are
 * null if the command only read.
 */
type AuditEntry = {
  actor: string;
  command: string;
  arguments: Record<string, unknown>;
  before: unknown;
  after: unknown;
};

/** Records a change in the audit log, in the same transaction as the change itself, or that personal data is read. */
export async function insertAuditEntry(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor, command, before, after } = entry;
  await tx
    .insertInto('audit_entries')
    .values({
      actor,
      command,
      arguments: JSON.stringify(entry.arguments),
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    })
    .execute();
}
