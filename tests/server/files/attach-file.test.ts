import { expect, it } from 'vitest';
import { filePath } from '../../../contract/files.ts';
import { attachFile, fileIdOf } from '../../../server/files/file.repo.ts';
import { createTestDatabase } from '../../support/database.ts';
import { plantFile } from '../../support/documents.ts';
import { createStudent } from '../../support/student.ts';

const { db } = await createTestDatabase();
const now = new Date();

async function attach(studentId: string, url: string, purpose: 'document' | 'image' = 'document') {
  return db.transaction().execute((tx) => attachFile(tx, { studentId, url, purpose, now }));
}

it('if ten requests attach the same uploaded file at once, only one request succeeds', async () => {
  const { id: studentId } = await createStudent(db);
  const { id, url } = await plantFile(db, studentId);
  const attached = await Promise.all(Array.from({ length: 10 }, () => attach(studentId, url)));
  expect(attached.filter(Boolean)).toEqual([id]);
  expect(await attach(studentId, url)).toBeNull();
});

it('an uploaded file can be attached only by its uploader, only for the purpose of the upload, and only while it is stored', async () => {
  const [{ id: studentId }, { id: other }] = [await createStudent(db), await createStudent(db)];
  const { id, url } = await plantFile(db, studentId);
  expect(await attach(other, url)).toBeNull();
  expect(await attach(studentId, url, 'image')).toBeNull();
  for (const state of ['receiving', 'dropped'] as const)
    expect(await attach(studentId, (await plantFile(db, studentId, { state })).url)).toBeNull();
  expect(await attach(studentId, url)).toBe(id);
});

it.each(['', 'https://elsewhere.example/a', '/api/files/', '/api/files/1', `${filePath('a'.repeat(36))}`])(
  'fileIdOf rejects %j, which is not the URL of an uploaded file',
  (url) => expect(fileIdOf(url)).toBeNull(),
);
