import { userInfo } from 'node:os';
import { insertAuditEntry } from '../../audit/audit.repo.ts';
import type { Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { ActionCall, Change } from './action.ts';
import type { Input } from './parse-input.ts';
import type { Opened } from './with-database.ts';

type ChangeCall = Opened & ActionCall & { input: Input; isDry: boolean };

/** The name of the person in the audit log: LANDFALL_ACTOR, otherwise the user of the operating system. */
export function readActor(variables: Readonly<Record<string, string | undefined>>): string {
  const named = variables.LANDFALL_ACTOR?.trim();
  if (named) return named.slice(0, 200);
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have an id but no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Thrown to roll back the transaction of a dry run. */
class DryRun extends Error {
  readonly change: Change;

  constructor(change: Change) {
    super('dry run');
    this.change = change;
  }
}

async function runOnce(call: ChangeCall, tx: Tx, work: (tx: Tx) => Promise<Change>) {
  const change = await work(tx);
  if (change.changed) {
    const { args, options } = call.input;
    const entry = {
      actor: readActor(call.context.variables),
      command: call.command,
      arguments: { ...args, ...options },
    };
    await insertAuditEntry(tx, { ...entry, ...change.changed });
  }
  if (call.isDry) throw new DryRun(change);
  return change;
}

/**
 * Runs `work` and writes its audit entry in one transaction, then prints the result. A dry run rolls the transaction
 * back.
 */
export async function applyChange(call: ChangeCall, work: (tx: Tx) => Promise<Change>): Promise<Change> {
  const change = await inTransaction(call.db, (tx) => runOnce(call, tx, work)).catch((error: unknown) => {
    if (error instanceof DryRun) return error.change;
    throw error;
  });
  const head = call.isDry && change.changed ? ['Dry run, nothing was changed. Without --dry-run:'] : [];
  await call.context.out(`${[...head, ...change.lines].join('\n')}\n`);
  return change;
}
