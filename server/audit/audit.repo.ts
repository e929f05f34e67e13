import type { Tx } from '../db/schema.ts';

/** Who ran which command. `before` and `after`: the changed data, without secrets. */
type AuditEntry = {
  actor: string;
  command: string;
  arguments: Record<string, unknown>;
  before: unknown;
  after: unknown;
};

/** Records a change in the transaction that makes it, so that both are committed or neither. */
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
