import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Who did what by which command; `before` and `after` are what the change touched. No secrets. */
export type AuditEntry = {
  actor: string;
  command: string;
  arguments: Record<string, unknown>;
  before: unknown;
  after: unknown;
};

/** Writes the change down in its own transaction: the two stand or fall together. */
export async function insertAuditEntry(tx: Transaction<Database>, entry: AuditEntry): Promise<void> {
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
