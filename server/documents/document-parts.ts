import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../providers/clock.ts';

type Tx = Transaction<Database>;

/** An upload that a document is to name. */
export type WantedFile = { studentId: string; url: string; purpose: 'document'; now: Date };

/** What documents need of the files that they name. */
export type DocumentParts = {
  clock: Clock;
  /** The id of the student's own upload that nothing names yet, from now on named; null where the address is none such. */
  attachFile: (tx: Tx, wanted: WantedFile) => Promise<string | null>;
  /** The file is nobody's any more, and its bytes go. */
  dropFile: (tx: Tx, id: string) => Promise<void>;
};
