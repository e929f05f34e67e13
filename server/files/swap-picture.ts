import type { Tx } from '../db/schema.ts';
import { attachFile, dropFile, fileIdOf } from './file.repo.ts';

/**
 * A change of a student's profile picture. `before` and `after` are the URL paths of the old and the new picture;
 * null if there is none.
 */
type PictureSwap = { studentId: string; before: string | null; after: string | null; now: Date };

/**
 * Attaches a new profile picture and drops the old one, in the transaction that updates the profile and has locked the
 * student's row. Returns false and changes nothing if `after` is not a picture that this student has uploaded.
 */
export async function swapPicture(tx: Tx, swap: PictureSwap): Promise<boolean> {
  const { studentId, before, after, now } = swap;
  if (after !== null && !(await attachFile(tx, { studentId, url: after, purpose: 'image', now }))) return false;
  const oldFileId = before && fileIdOf(before);
  if (oldFileId) await dropFile(tx, oldFileId);
  return true;
}
