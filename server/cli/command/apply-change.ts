import { userInfo } from 'node:os';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../db/audit-entry.ts';
import type { Database, Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { ActionCall, Change } from './action.ts';
import { CommandError } from './command-errors.ts';
import type { Input } from './parse-input.ts';
import type { Opened } from './with-database.ts';

type ChangeCall = Opened & ActionCall & { input: Input; isDry: boolean; readsPersonalData: boolean };

/**
 * The name under which the audit log records who runs the command: LANDFALL_ACTOR, otherwise the user name in the
 * operating system.
 */
export function readActor(variables: Readonly<Record<string, string | undefined>>): string {
  const named = variables.LANDFALL_ACTOR?.trim();
  if (named) return named.slice(0, 200);
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have no name, so use the user's id.
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

const toEntry = ({ context, command }: ActionCall, { args, options }: Input) => ({
  actor: readActor(context.variables),
  command,
  arguments: { ...args, ...options },
});

/** Records in the audit log that the person who runs the command is about to see personal data. */
export async function recordReading(db: Kysely<Database>, call: ActionCall, input: Input): Promise<void> {
  await inTransaction(db, (tx) => insertAuditEntry(tx, { ...toEntry(call, input), before: null, after: null }));
}

async function runOnce(call: ChangeCall, tx: Tx, work: (tx: Tx) => Promise<Change>) {
  const change = await work(tx);
  if (change.changed) await insertAuditEntry(tx, { ...toEntry(call, call.input), ...change.changed });
  if (call.isDry) throw new DryRun(change);
  return change;
}

/**
 * Runs `work` and writes its audit entry in one transaction, then prints the result. A dry run rolls the transaction
 * back. If the command may print personal data (`readsPersonalData`) and has changed nothing, the audit log first gets
 * an entry that says that the data was read.
 */
export async function applyChange(call: ChangeCall, work: (tx: Tx) => Promise<Change>): Promise<Change> {
  const recordIfPersonal = async () => {
    if (call.readsPersonalData) await recordReading(call.db, call, call.input);
  };
  const change = await inTransaction(call.db, (tx) => runOnce(call, tx, work)).catch(async (error: unknown) => {
    if (error instanceof DryRun) return error.change;
    if (error instanceof CommandError) await recordIfPersonal();
    throw error;
  });
  if (call.isDry || !change.changed) await recordIfPersonal();
  const head = call.isDry && change.changed ? ['Dry run, nothing was changed. Without --dry-run:'] : [];
  await call.context.out(`${[...head, ...change.lines].join('\n')}\n`);
  return change;
}
