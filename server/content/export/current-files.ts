import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import { writeRowChanges } from './export-rows.ts';
import type { Files } from './exported-tables.ts';

/**
 * Returns the current content. `texts`: the content files as they were last loaded. `files`: the same files, parsed,
 * with all later changes by staff except those of batches. `left`: a description of each change that cannot be written
 * to a file.
 */
export async function readCurrentFiles(
  tx: Tx,
): Promise<{ texts: ReadonlyMap<string, string>; files: Files; left: string[] }> {
  // Use the time zone of content loads: the times in the database are compared, as text, with those that the last load
  // recorded.
  await sql`set local timezone to 'UTC'`.execute(tx);
  const stored = await tx.selectFrom('content_files').select(['path', 'body']).orderBy('path').execute();
  const texts = new Map(stored.map((one) => [one.path, one.body]));
  const files: Files = new Map([...texts].map(([file, text]) => [file, JSON.parse(text)]));
  return { texts, files, left: await writeRowChanges(tx, files) };
}
