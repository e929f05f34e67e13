import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { addDemoDocuments } from '../../../server/documents/demo-documents.ts';
import { readDocuments } from '../../../server/documents/document.repo.ts';
import { diskBlobs } from '../../../server/providers/blobs/disk-blobs.ts';
import { expiryLabel, sortByExpiry } from '../../../src/student/documents/expiry/expiry.ts';
import { fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createStudent } from '../../support/student.ts';

const { db } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'landfall-blobs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const blobs = diskBlobs(folder);
const clock = fakeClock(Date.parse('2026-03-10T06:30:00Z'));
const asha = '0b8f6c1e-4a53-4f0e-9a61-2f1d5e7c0001';
const add = () => addDemoDocuments({ db, blobs, clock, contentDir: 'content' });

describe('the demo’s documents', () => {
  it('the demo documents are added to the demo student once, even if two servers start at the same time', async () => {
    await add();
    expect(await readDocuments(db, asha)).toEqual([]);
    await createStudent(db, { id: asha });
    await Promise.all([add(), add()]);
    const documents = await readDocuments(db, asha);
    expect(new Set(documents.map(({ category_name }) => category_name)).size).toBe(3);
    expect(sortByExpiry(documents, '2026-03-10').soon.map(({ document_name }) => document_name)).toEqual([
      'Continuous discharge certificate',
    ]);
    expect(
      documents.filter(({ expires_on }) => expiryLabel(expires_on, '2026-03-10')?.tone === 'expired'),
    ).toHaveLength(1);
  });

  it('the demo documents are PDF files of the size stated in the document list', async () => {
    for (const { document_url, bytes } of await readDocuments(db, asha)) {
      const stream = await blobs.open(document_url.slice('/api/files/'.length));
      if (!stream) throw new Error(`${document_url} has no bytes`);
      const content = await buffer(stream);
      expect(content).toHaveLength(bytes);
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
      expect(content.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
    }
  });

  it('the demo documents are not added again after the student has deleted one', async () => {
    const [first] = await readDocuments(db, asha);
    await db
      .deleteFrom('student_documents')
      .where('id', '=', first?.id ?? '')
      .execute();
    await add();
    expect(await readDocuments(db, asha)).toHaveLength(4);
  });
});
