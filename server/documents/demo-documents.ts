import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { documentCategories } from '../../contract/documents.ts';
import { documentType } from '../../contract/files.ts';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Blobs } from '../providers/blobs.ts';
import { type Clock, today } from '../providers/clock.ts';
import { insertDocument } from './document.repo.ts';
import { writeSpecimen } from './specimen-pdf.ts';

/** `documents.json` of a content folder: what its demo accounts have uploaded. `ends_in_days` counts from the loading. */
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

export type DemoParts = { db: Kysely<Database>; blobs: Blobs; clock: Clock; contentDir: string };

const day = 86_400_000;

async function readDemo(contentDir: string): Promise<DemoDocument[]> {
  const text = await readFile(join(contentDir, 'documents.json'), 'utf8').catch(() => '[]');
  return demoSchema.parse(JSON.parse(text));
}

function dayFrom(clock: Clock, days: number | null): string | null {
  return days === null ? null : today({ now: () => clock.now() + days * day });
}

async function addOne(tx: Transaction<Database>, demo: DemoDocument, place: number, parts: DemoParts, folder: string) {
  const { blobs, clock } = parts;
  const id = randomUUID();
  const path = join(folder, id);
  await writeSpecimen(path, demo.name, demo.pages);
  const content = await readFile(path);
  const bytes = content.length;
  const sha256 = createHash('sha256').update(content).digest();
  await blobs.put(id, { path, bytes, sha256, mediaType: documentType });
  // A second apart, so that they have an order.
  const at = new Date(clock.now() - day + place * 1000);
  const kept = { state: 'stored', media_type: documentType, bytes, sha256, created_at: at, attached_at: at } as const;
  await tx
    .insertInto('files')
    .values({ id, student_id: demo.student, purpose: 'document', ...kept })
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

/** Whether the account is there and has uploaded nothing; nobody else adds to it until the transaction ends. */
async function isUntouched(tx: Transaction<Database>, student: string): Promise<boolean> {
  const found = await tx.selectFrom('students').select('id').where('id', '=', student).forUpdate().executeTakeFirst();
  if (!found) return false;
  return !(await tx.selectFrom('files').select('id').where('student_id', '=', student).limit(1).executeTakeFirst());
}

/** Gives the demo accounts their documents: each that has no file yet. Never called in production. */
export async function addDemoDocuments(parts: DemoParts): Promise<void> {
  const demo = await readDemo(parts.contentDir);
  if (demo.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-demo-'));
  try {
    for (const [student, own] of Map.groupBy(demo, (one) => one.student))
      await inTransaction(parts.db, async (tx) => {
        if (!(await isUntouched(tx, student))) return;
        for (const [place, one] of own.entries()) await addOne(tx, one, place, parts, folder);
      });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
