import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../db/schema.ts';
import type { Clock } from '../../http/clock.ts';
import type { CommandContext } from './command.ts';
import type { Args, Input, Options, Shape } from './parse-input.ts';

/** One action of a staff command: its arguments, its help, and the function that runs it with the parsed arguments. */
export type Action = Shape & {
  name: string;
  summary: string;
  /** Further help text, printed below the options. */
  notes?: string;
  /**
   * The explanation of exit code 1 in the help text, such as `failed, or there are faults`. Default: `refused or
   * failed, nothing was changed`.
   */
  exitOne?: string;
  run: (input: Input, call: ActionCall) => Promise<number>;
};

/** How an action was called. `command` is the full name of the action, such as `batches close`. */
export type ActionCall = { context: CommandContext; command: string };

type Spec<W extends Args, O extends Options> = Shape<W, O> & Pick<Action, 'name' | 'summary' | 'notes' | 'exitOne'>;

type Reading<W extends Args, O extends Options> = Input<W, O> & ActionCall & { db: Kysely<Database>; clock: Clock };
type Changing<W extends Args, O extends Options, P> = Input<W, O> & {
  tx: Tx;
  clock: Clock;
  prepared: P;
};

/**
 * The result of an action that changes data. `lines`: the lines to print. `changed`: the data before and after the
 * change, for the audit log; null if there was nothing to change.
 */
export type Change = { lines: string[]; changed: { before: unknown; after: unknown; subject?: string } | null };

/**
 * An action that only reads the database. `read` returns the exit code. If `readsPersonalData` is true, the audit log
 * records who ran the action with which arguments.
 */
export type ReadingSpec<W extends Args, O extends Options> = Spec<W, O> & {
  readsPersonalData: boolean;
  read: (call: Reading<W, O>) => Promise<number>;
};

/**
 * An action that changes data, in one transaction with its audit entry. It has a `--dry-run` option. `prepare` reads
 * files before the transaction begins. `change` runs again after a deadlock, so it must not have effects outside the
 * transaction. `readsPersonalData`: the printed result or refusal may contain personal data. The audit log then records
 * even the runs that change nothing, such as dry runs and refusals, as reads.
 */
export type ChangingSpec<W extends Args, O extends Options, P> = Spec<W, O> & {
  readsPersonalData: boolean;
  prepare: (call: Input<W, O> & ActionCall) => Promise<P>;
  change: (call: Changing<W, O, P>) => Promise<Change>;
};
