import type { Transaction } from 'kysely';
import { insertAuditEntry } from '../audit/audit.repo.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { ActionCall, Change } from './action.ts';
import type { Told } from './action-words.ts';
import { readActor } from './actor.ts';
import type { Opened } from './with-database.ts';

export type ChangeCall = Opened & ActionCall & { told: Told; isDry: boolean };

/** Ends a dry run's transaction: everything was done as it would be, and nothing is kept. */
class DryRun extends Error {
  readonly change: Change;

  constructor(change: Change) {
    super('dry run');
    this.change = change;
  }
}

async function runOnce(
  call: ChangeCall,
  tx: Transaction<Database>,
  work: (tx: Transaction<Database>) => Promise<Change>,
) {
  const change = await work(tx);
  if (change.changed) {
    const { words, options } = call.told;
    const entry = {
      actor: readActor(call.around.variables),
      command: call.command,
      arguments: { ...words, ...options },
    };
    await insertAuditEntry(tx, { ...entry, ...change.changed });
  }
  if (call.isDry) throw new DryRun(change);
  return change;
}

/** Runs `work` with its audit row in one transaction, kept unless the run is dry, and prints what came of it. */
export async function applyChange(
  call: ChangeCall,
  work: (tx: Transaction<Database>) => Promise<Change>,
): Promise<Change> {
  const change = await inTransaction(call.db, (tx) => runOnce(call, tx, work)).catch((error: unknown) => {
    if (error instanceof DryRun) return error.change;
    throw error;
  });
  const head = call.isDry && change.changed ? ['Dry run, nothing was changed. Without --dry-run:'] : [];
  await call.around.out(`${[...head, ...change.lines].join('\n')}\n`);
  return change;
}
