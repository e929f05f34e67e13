import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StudentDocument } from '../../../contract/documents.ts';
import { inTransaction } from '../../../server/db/transactions/transaction.ts';
import { setExpiryDate } from '../../../server/documents/document.repo.ts';
import { plantDocument, plantFile } from '../../support/documents.ts';
import { createStudent, signIn, startTestApp } from '../../support/server.ts';

const app = await startTestApp();
const address = '/api/users/student/document';
type Headers = Record<string, string>;

beforeEach(async () => {
  await app.db.deleteFrom('student_documents').execute();
  await app.db.deleteFrom('files').execute();
});

async function enrol(): Promise<{ id: string; headers: Headers }> {
  const { id } = await createStudent(app.db);
  return { id, headers: await signIn(app, { id }) };
}

const list = async (headers: Headers) => {
  const { body } = await app.call('GET', '/api/users/student/documents', { headers });
  return (body as { data: { documents: StudentDocument[]; total: number } }).data;
};
const add = (headers: Headers, body: object, key = '') =>
  app.call('POST', `${address}/add`, { headers: { ...headers, 'idempotency-key': key }, body });
const change = (headers: Headers, id: string, body: object) => app.call('PUT', `${address}/${id}`, { headers, body });
const remove = (headers: Headers, id: string) => app.call('DELETE', `${address}/${id}`, { headers });
const form = (url: string) => ({ document_url: url, category_name: 'personal', document_name: 'Passport' });
const fileRow = (id: string) =>
  app.db.selectFrom('files').select(['state', 'attached_at']).where('id', '=', id).executeTakeFirst();

describe('the student’s documents', () => {
  it('a student’s document list shows only the student’s own documents, newest first, with all fields', async () => {
    const [asha, dev] = [await enrol(), await enrol()];
    await plantDocument(app.db, asha.id, { name: 'CDC', created_at: new Date('2026-01-01') });
    const newest = await plantDocument(app.db, asha.id, {
      expires_on: '2027-02-03',
      created_at: new Date('2026-02-01'),
    });
    await plantDocument(app.db, dev.id, { name: 'Dev’s own' });
    const { documents, total } = await list(asha.headers);
    expect(total).toBe(2);
    expect(documents.map(({ document_name }) => document_name)).toEqual(['Passport', 'CDC']);
    expect(documents[0]).toEqual({
      id: newest.id,
      document_name: 'Passport',
      category_name: 'personal',
      document_url: newest.url,
      bytes: 2048,
      expires_on: '2027-02-03',
      created_at: '2026-02-01T00:00:00.000Z',
      state: 'waiting',
      rejection: null,
    });
  });

  it('adding an uploaded file as a document creates the document and marks the file as attached', async () => {
    const { id, headers } = await enrol();
    const [file, later] = [await plantFile(app.db, id), await plantFile(app.db, id)];
    const { status, body } = await add(headers, {
      ...form(file.url),
      document_name: '  Passport ',
      expires_on: '2030-01-31',
    });
    const now = new Date(app.clock.now());
    expect([status, body]).toEqual([
      200,
      {
        statusCode: 200,
        data: {
          id: expect.any(String),
          document_name: 'Passport',
          category_name: 'personal',
          document_url: file.url,
          bytes: 2048,
          expires_on: '2030-01-31',
          created_at: now.toISOString(),
          state: 'waiting',
          rejection: null,
        },
      },
    ]);
    expect(await list(headers)).toEqual({ documents: [(body as { data: StudentDocument }).data], total: 1 });
    expect(await fileRow(file.id)).toEqual({ state: 'stored', attached_at: now });
    expect((await fileRow(later.id))?.attached_at).toBeNull();
    expect((await add(headers, form(later.url))).body).toMatchObject({
      data: { document_url: later.url, expires_on: null },
    });
  });

  it.each([
    ['document_name', { document_name: ' ' }],
    ['document_name', { document_name: 'x'.repeat(101) }],
    ['category_name', { category_name: 'medical' }],
    ['category_name', { category_name: undefined }],
    ['document_url', { document_url: 'https://elsewhere.example.com/a.pdf' }],
    ['document_url', { document_url: undefined }],
    ['expires_on', { expires_on: '2027-02-30' }],
  ])('adding a document with an invalid value of %s returns 400 and names the field: %j', async (field, wrong) => {
    const { id, headers } = await enrol();
    const file = await plantFile(app.db, id);
    const { status, body } = await add(headers, { ...form(file.url), ...wrong });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_FIELDS', fields: { [field]: expect.any(String) } });
    expect((await list(headers)).total).toBe(0);
  });

  it('adding a document refuses a file that belongs to another student, is an image, is incomplete, is already used or does not exist', async () => {
    const [asha, dev] = [await enrol(), await enrol()];
    const files = [
      await plantFile(app.db, dev.id),
      await plantFile(app.db, asha.id, { purpose: 'image' }),
      await plantFile(app.db, asha.id, { state: 'receiving' }),
      await plantDocument(app.db, asha.id),
      { url: `/api/files/${randomUUID()}` },
    ];
    for (const { url } of files) {
      const response = await add(asha.headers, form(url));
      expect(response).toMatchObject({
        status: 400,
        body: {
          code: 'INVALID_FIELDS',
          message: 'All fields are required',
          fields: { document_url: 'Upload the file again' },
        },
      });
    }
    expect((await list(asha.headers)).total).toBe(1);
  });

  it('a student can have at most 25 documents, even if 30 requests to add a document arrive at the same time', async () => {
    const { id, headers } = await enrol();
    await plantDocument(app.db, (await enrol()).id);
    for (let count = 0; count < 24; count++) await plantDocument(app.db, id);
    const files = await Promise.all(Array.from({ length: 30 }, () => plantFile(app.db, id)));
    const responses = await Promise.all(files.map(({ url }) => add(headers, form(url))));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 200);
    for (const { status, body } of refused)
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { code: 'MAXIMUM_LIMIT', message: 'Maximum limit reached' },
      });
    expect((await list(headers)).total).toBe(25);
    const loose = await app.db.selectFrom('files').select('id').where('attached_at', 'is', null).execute();
    expect(loose).toHaveLength(29);
  });

  it('repeating a request to add a document with the same idempotency key adds only one document', async () => {
    const { id, headers } = await enrol();
    const file = await plantFile(app.db, id);
    const first = await add(headers, form(file.url), 'lost-document-1');
    expect(await add(headers, form(file.url), 'lost-document-1')).toMatchObject({ status: 200, body: first.body });
    expect((await list(headers)).total).toBe(1);
  });

  it('the expiry date of a document can be set, changed and removed, which changes no other document', async () => {
    const { id, headers } = await enrol();
    const other = await plantDocument(app.db, id, { name: 'CDC', created_at: new Date('2020-01-01') });
    const document = await plantDocument(app.db, id);
    const [, before] = (await list(headers)).documents;
    for (const expires_on of ['2027-02-03', '2027-03-04', null]) {
      const response = await change(headers, document.id, { expires_on });
      expect(response).toMatchObject({ status: 200, body: { data: { id: document.id, expires_on } } });
      expect((await list(headers)).documents[0]?.expires_on).toBe(expires_on);
    }
    expect((await list(headers)).documents[1]).toEqual(before);
    expect(before).toMatchObject({ id: other.id, expires_on: null });
    expect(await change(headers, document.id, { expires_on: 'soon' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_REQUEST' },
    });
  });

  it('a new expiry date of a document resets its reminders and its review by staff, and saving the unchanged date changes nothing', async () => {
    const { id, headers } = await enrol();
    const review = {
      state: 'rejected',
      rejection: 'The scan is blurred.',
      reviewed_at: new Date('2026-01-02'),
    } as const;
    const document = await plantDocument(app.db, id, { expires_on: '2027-02-03', reminded_days: 30, ...review });
    const read = () => app.db.selectFrom('student_documents').selectAll().executeTakeFirstOrThrow();
    const before = await read();
    await change(headers, document.id, { expires_on: '2027-02-03' });
    expect(await read()).toEqual(before);
    expect(before).toMatchObject({ reminded_days: 30, ...review });
    await change(headers, document.id, { expires_on: '2028-02-03' });
    expect(await read()).toEqual({
      ...before,
      ...{ expires_on: '2028-02-03', reminded_days: null },
      ...{ state: 'waiting', rejection: null, reviewed_by: null, reviewed_at: null },
    });
  });

  it('deleting a document marks the uploaded file of the document for deletion', async () => {
    const { id, headers } = await enrol();
    const [gone, other] = [await plantDocument(app.db, id), await plantDocument(app.db, id)];
    expect((await remove(headers, gone.id)).status).toBe(200);
    expect((await list(headers)).documents.map((document) => document.id)).toEqual([other.id]);
    expect((await fileRow(gone.fileId))?.state ?? 'dropped').toBe('dropped');
    expect((await fileRow(other.fileId))?.state).toBe('stored');
    expect((await remove(headers, gone.id)).status).toBe(404);
  });

  it('changing or deleting another student’s document returns 404', async () => {
    const [asha, dev] = [await enrol(), await enrol()];
    const { id, fileId } = await plantDocument(app.db, dev.id, { expires_on: '2027-02-03' });
    expect(await remove(asha.headers, id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await change(asha.headers, id, { expires_on: null })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    // Also run the SQL statement directly: the refused call was rolled back, which would hide a change of the other
    // student's document.
    await inTransaction(app.db, (tx) => setExpiryDate(tx, asha.id, id, null));
    expect((await list(dev.headers)).documents[0]?.expires_on).toBe('2027-02-03');
    expect((await fileRow(fileId))?.state).toBe('stored');
  });

  it('a request for the document list without a sign-in session returns 401', async () => {
    expect((await app.call('GET', '/api/users/student/documents')).status).toBe(401);
  });
});
