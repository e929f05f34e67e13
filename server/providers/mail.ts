import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** A plain-text mail. `dedupeKey` names the reason it is sent: the same reason is sent once. */
export type Letter = { dedupeKey: string; to: string; subject: string; text: string; link?: string };

/** Mail leaves with the transaction that caused it: `queue` writes through the caller's handle and nothing else. */
export type Mail = { queue(db: Kysely<Database>, letter: Letter): Promise<void> };
