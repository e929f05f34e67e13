import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { documentCategories } from '../../contract/documents.ts';
import { documentType } from '../../contract/files.ts';
import type { Database, Tx } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import { type Clock, today } from '../http/clock.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import { insertDocument } from './document.repo.ts';
import { writeSpecimen } from './specimen-pdf.ts';

/**
 * The format of the file `documents.json` in a content folder: documents of the demo accounts. `ends_in_days` is the
 * number of days from today until the document expires; null if it does not expire.
 */
const demoSchema = z.array(
  z.object({
    student: z.uuid(),
    name: z.string().min(1).max(100),
    category: z.enum(documentCategories),
    ends_in_days: z.number().int().nullable(),
    pages: z.array(z.array(z.string())).min(1),
  }),
);
type DemoDocument = z.infer<typeof demoSchema>[number];

type DemoDeps = { db: Kysely<Database>; blobs: Blobs; clock: Clock; contentDir: string };

const day = 86_400_000;

async function readDemo(contentDir: string): Promise<DemoDocument[]> {
  const text = await readFile(join(contentDir, 'documents.json'), 'utf8').catch(() => '[]');
  return demoSchema.parse(JSON.parse(text));
}

function dayFrom(clock: Clock, days: number | null): string | null {
  return days === null ? null : today({ now: () => clock.now() + days * day });
}

async function addOne(tx: Tx, demo: DemoDocument, index: number, deps: DemoDeps, folder: string) {
  const { blobs, clock } = deps;
  const id = randomUUID();
  const path = join(folder, id);
  await writeSpecimen(path, demo.name, demo.pages);
  const content = await readFile(path);
  const bytes = content.length;
  const sha256 = createHash('sha256').update(content).digest();
  await blobs.put(id, { path, bytes, sha256, mediaType: documentType });
  // Each document gets a different upload time, so that the API lists the documents in a fixed order.
  const at = new Date(clock.now() - day + index * 1000);
  const file = { state: 'stored', media_type: documentType, bytes, sha256, created_at: at, attached_at: at } as const;
  await tx
    .insertInto('files')
    .values({ id, student_id: demo.student, purpose: 'document', ...file })
    .execute();
  await insertDocument(tx, {
    student_id: demo.student,
    file_id: id,
    name: demo.name,
    category: demo.category,
    expires_on: dayFrom(clock, demo.ends_in_days),
    created_at: at,
  });
}

/** Whether a demo account exists and has no uploads. Locks the account until the transaction ends. */
async function isUntouched(tx: Tx, student: string): Promise<boolean> {
  const found = await tx.selectFrom('students').select('id').where('id', '=', student).forUpdate().executeTakeFirst();
  if (!found) return false;
  return !(await tx.selectFrom('files').select('id').where('student_id', '=', student).limit(1).executeTakeFirst());
}

/** Adds the demo documents of those accounts that exist and have no uploads yet. Never called in production. */
export async function addDemoDocuments(deps: DemoDeps): Promise<void> {
  const demo = await readDemo(deps.contentDir);
  if (demo.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-demo-'));
  try {
    for (const [student, own] of Map.groupBy(demo, (one) => one.student))
      await inTransaction(deps.db, async (tx) => {
        if (!(await isUntouched(tx, student))) return;
        for (const [index, one] of own.entries()) await addOne(tx, one, index, deps, folder);
      });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
