import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addDays } from '../../../contract/days.ts';
import { addDemoDocuments } from '../../../server/documents/demo-documents.ts';
import { readDocuments } from '../../../server/documents/document.repo.ts';
import { writeSpecimen } from '../../../server/documents/specimen-pdf.ts';
import { diskBlobs } from '../../../server/providers/blobs/disk-blobs.ts';
import { expiryLabel, sortByExpiry } from '../../../src/student/documents/expiry/expiry.ts';
import { day, fakeClock, second } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { plantDocument } from '../../support/documents.ts';
import { createStudent } from '../../support/student.ts';

const { db } = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'landfall-blobs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const blobs = diskBlobs(folder);
const clock = fakeClock(Date.parse('2026-03-10T06:30:00Z'));
const asha = '0b8f6c1e-4a53-4f0e-9a61-2f1d5e7c0001';
const add = () => addDemoDocuments({ db, blobs, clock, contentDir: 'content' });

describe('the demo’s documents', () => {
  it('the demo documents are added to the demo student once, even if two servers start at the same time, and no temporary files remain', async () => {
    await plantDocument(db, (await createStudent(db)).id);
    await add();
    expect(await readDocuments(db, asha)).toEqual([]);
    await createStudent(db, { id: asha });
    // The PDF files are written to a temporary folder before they are stored.
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    await Promise.all([add(), add()]);
    expect(await readdir(temporary)).toEqual([]);
    const documents = await readDocuments(db, asha);
    expect(new Set(documents.map(({ category_name }) => category_name)).size).toBe(3);
    expect(sortByExpiry(documents, '2026-03-10').soon.map(({ document_name }) => document_name)).toEqual([
      'Continuous discharge certificate',
    ]);
    expect(
      documents.filter(({ expires_on }) => expiryLabel(expires_on, '2026-03-10')?.tone === 'expired'),
    ).toHaveLength(1);
  });

  it('the demo documents are PDF files of the size stated in the document list and are recorded as complete uploads', async () => {
    const files = db
      .selectFrom('files')
      .select(['state', 'purpose', 'media_type', 'created_at', 'attached_at', 'sha256']);
    const rows = await files.where('student_id', '=', asha).orderBy('created_at', 'desc').execute();
    for (const [index, { document_url, bytes, created_at }] of (await readDocuments(db, asha)).entries()) {
      const stream = await blobs.open(document_url.slice('/api/files/'.length));
      if (!stream) throw new Error(`${document_url} has no bytes`);
      const content = await buffer(stream);
      expect(content).toHaveLength(bytes);
      expect(rows[index]).toEqual({
        ...{ state: 'stored', purpose: 'document', media_type: 'application/pdf' },
        ...{ created_at: new Date(created_at), attached_at: new Date(created_at) },
        sha256: createHash('sha256').update(content).digest(),
      });
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
      expect(content.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true);
    }
  });

  it('the demo documents follow the sequence and expiry dates of the content file, and their upload times are a day ago, one second apart', async () => {
    const stored = JSON.parse(await readFile('content/documents.json', 'utf8')) as Array<{
      student: string;
      name: string;
      category: string;
      ends_in_days: number | null;
    }>;
    const added = stored
      .filter(({ student }) => student === asha)
      .map(({ name, category, ends_in_days }, index) => ({
        document_name: name,
        category_name: category,
        expires_on: ends_in_days === null ? null : addDays('2026-03-10', ends_in_days),
        created_at: new Date(clock.now() - day + index * second).toISOString(),
      }));
    expect(await readDocuments(db, asha)).toMatchObject(added.toReversed());
    expect(await readDocuments(db, asha)).toHaveLength(added.length);
  });

  it('a server whose content folder has no demo documents adds no documents', async () => {
    const other = await createStudent(db);
    await addDemoDocuments({ db, blobs, clock, contentDir: folder });
    expect(await readDocuments(db, other.id)).toEqual([]);
  });

  it('a demo document is an A4 PDF with its name as title and a specimen mark on each page', async () => {
    const path = join(folder, 'specimen.pdf');
    await writeSpecimen(path, 'Sea service', [['First line', 'Second line'], ['Third line']]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const pdf = (await readFile(path)).toString('latin1');
    expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(2);
    expect(pdf).toContain('/MediaBox [0 0 595.28 841.89]');
    expect(pdf).toContain('(Sea service)');
    const streams = [...pdf.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, bytes = '']) =>
      inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
    );
    const drawn = streams.map((content) =>
      [...content.matchAll(/1 0 0 1 (\S+) (\S+) Tm\n\/F1 (\d+) Tf\n\[(.*)\] TJ/g)].map(
        ([, x, y, size, codes = '']) => ({
          ...{ x: Number(x), y: Math.round(Number(y)), size: Number(size) },
          text: [...codes.matchAll(/<(\w+)>/g)]
            .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
            .join(''),
        }),
      ),
    );
    expect(drawn).toEqual([
      [
        { x: 64, y: 771, size: 10, text: 'SPECIMEN · page 1 of 2' },
        { x: 64, y: 732, size: 15, text: 'First line' },
        { x: 64, y: 705, size: 15, text: 'Second line' },
      ],
      [
        { x: 64, y: 771, size: 10, text: 'SPECIMEN · page 2 of 2' },
        { x: 64, y: 732, size: 15, text: 'Third line' },
      ],
    ]);
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
