import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { attachFile, dropFile, fileIdOf } from './file.repo.ts';

/** Addresses of a profile's picture; null for none. */
export type PictureSwap = { studentId: string; before: string | null; after: string | null; now: Date };

/**
 * Gives a profile its new picture and drops the former one, in the transaction that writes the profile and holds its
 * student's row. False where `after` is no picture that this student has uploaded; then nothing is changed.
 */
export async function swapPicture(tx: Transaction<Database>, swap: PictureSwap): Promise<boolean> {
  const { studentId, before, after, now } = swap;
  if (after !== null && !(await attachFile(tx, { studentId, url: after, purpose: 'image', now }))) return false;
  const former = before && fileIdOf(before);
  if (former) await dropFile(tx, former);
  return true;
}
