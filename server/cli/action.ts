import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../providers/clock.ts';
import type { Options, Shape, Told, Words } from './action-words.ts';
import type { Surroundings } from './command.ts';

/** What a command does with its words: its help, and how it runs once they were read. */
export type Action = Shape & {
  name: string;
  summary: string;
  /** More help, below the options. */
  notes?: string;
  run: (told: Told, call: ActionCall) => Promise<number>;
};

/** `command` is its whole name, e.g. `batches close`. */
export type ActionCall = { around: Surroundings; command: string };

type Spec<W extends Words, O extends Options> = Shape<W, O> & { name: string; summary: string; notes?: string };

export type Reading<W extends Words, O extends Options> = Told<W, O> &
  ActionCall & { db: Kysely<Database>; clock: Clock };
export type Changing<W extends Words, O extends Options, P> = Told<W, O> & {
  tx: Transaction<Database>;
  clock: Clock;
  prepared: P;
};

/** What a change came to: lines for staff, and what it touched; null where there was nothing to do. */
export type Change = { lines: string[]; changed: { before: unknown; after: unknown } | null };

/** An action that only reads; answers the exit code. */
export type ReadingSpec<W extends Words, O extends Options> = Spec<W, O> & {
  read: (call: Reading<W, O>) => Promise<number>;
};

/**
 * An action that changes something, in one transaction with its audit row; it gets `--dry-run`. `prepare` reads files
 * beforehand. `change` may run again after a deadlock: it has no effect outside the transaction.
 */
export type ChangingSpec<W extends Words, O extends Options, P> = Spec<W, O> & {
  prepare: (call: Told<W, O> & ActionCall) => Promise<P>;
  change: (call: Changing<W, O, P>) => Promise<Change>;
};
