import { readdir, readlink } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addDays } from '../../../../contract/days.ts';
import type { StudentDocument } from '../../../../contract/documents.ts';
import type { ReviewedDocument } from '../../../../contract/staff/documents.ts';
import { lockDocument, storeReview } from '../../../../server/documents/review/review.repo.ts';
import { today } from '../../../../server/http/clock.ts';
import { plantDocument } from '../../../support/documents.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';
import { hire, lastAuditEntry } from '../../../support/staff.ts';
import { changeWhileWaiting } from '../../auth/while-locked.ts';
import { untilWaiting } from '../../cli/staff.ts';
import { documentUpload, storeUpload } from '../../http/upload-samples.ts';

const app = await startTestApp();
const registrar = await hire(app, 'registrar');
const { headers } = registrar;

type Queue = { data: ReviewedDocument[]; next: string | null; waiting: number };
const queue = async (query = '') => (await app.call('GET', `/api/staff/documents${query}`, { headers })).body as Queue;
const review = (id: string, body: object) =>
  app.call('PUT', `/api/staff/documents/${id}/state`, { body: { seen: 'waiting', ...body }, headers });
const asStudent = async (studentId: string) => {
  const own = await signIn(app, { id: studentId });
  const { body } = await app.call('GET', '/api/users/student/documents', { headers: own });
  return (body as { data: { documents: StudentDocument[] } }).data.documents;
};
const enrol = async () => {
  const student = await createStudent(app.db);
  return { student, document: await plantDocument(app.db, student.id) };
};

describe('the queue of documents', () => {
  it('the list of documents to verify shows each document with its student, oldest first, and the audit log records each view', async () => {
    const numbers = { indos_number: '19EL7001', passport_number: 'P9007001' };
    const student = await createStudent(app.db, numbers);
    const document = await plantDocument(app.db, student.id);
    const created_at = new Date('2020-01-01');
    const older = await plantDocument(app.db, student.id, { name: 'CDC', expires_on: '2031-05-31', created_at });
    const { data, waiting } = await queue();
    expect(data[0]).toEqual({
      ...{ id: older.id, document_name: 'CDC', category_name: 'personal', bytes: 2048 },
      ...{ state: 'waiting', rejection: null, expires_on: '2031-05-31', created_at: '2020-01-01T00:00:00.000Z' },
      ...{ reviewer: null, reviewed_at: null },
      student: { id: student.id, name: 'Asha Nair', dob: '2004-02-29', ...numbers, has_email: true },
    });
    expect(data.map(({ id }) => id)).toContain(document.id);
    expect(waiting).toBe(data.length);
    expect(await lastAuditEntry(app.db)).toMatchObject({
      ...{ command: 'documents list', subject: 'documents', before: null, after: null },
      arguments: { state: 'waiting', documents: data.length },
    });
  });

  it('the pages of the list of documents to verify contain each document exactly once', async () => {
    await app.db.deleteFrom('student_documents').execute();
    const { id } = await createStudent(app.db);
    for (let n = 0; n < 100; n++) await plantDocument(app.db, id, { created_at: new Date('2021-01-01') });
    const first = await queue();
    const second = await queue(`?after=${first.next}`);
    expect([first.data.length, second.data.length, first.waiting]).toEqual([50, 50, 100]);
    expect(first.next).toBe(first.data[49]?.id);
    const ids = [...first.data, ...second.data].map((one) => one.id);
    expect(new Set(ids).size).toBe(100);
    expect(second.next).toBeNull();
  });

  it('the next page of documents to verify is complete although a student has deleted the last document of the previous page', async () => {
    await app.db.deleteFrom('student_documents').execute();
    const student = await createStudent(app.db);
    for (let n = 0; n < 52; n++)
      await plantDocument(app.db, student.id, { created_at: new Date(Date.parse('2021-01-01') + n) });
    const { data, next } = await queue();
    const own = await signIn(app, student);
    expect((await app.call('DELETE', `/api/users/student/document/${next}`, { headers: own })).status).toBe(200);
    const after_at = data.at(-1)?.created_at ?? '';
    const second = await queue(`?${new URLSearchParams({ after: next ?? '', after_at })}`);
    expect(second.data.map(({ created_at }) => Date.parse(created_at) - Date.parse('2021-01-01'))).toEqual([50, 51]);
  });
});

describe('a document in the hands of staff', () => {
  it('a document shows who reviewed it and when, until the review is withdrawn', async () => {
    const { document, student } = await enrol();
    const read = async () => (await app.call('GET', `/api/staff/documents/${document.id}`, { headers })).body;
    expect(await read()).toMatchObject({
      data: { state: 'waiting', reviewer: null, reviewed_at: null, student: { id: student.id, has_email: true } },
    });
    const reviewed_at = new Date(app.clock.now()).toISOString();
    await review(document.id, { state: 'rejected', reason: 'The scan is blurred.' });
    expect(await read()).toMatchObject({
      data: { reviewer: 'The registrar', reviewed_at, rejection: 'The scan is blurred.' },
    });
    await review(document.id, { state: 'waiting', seen: 'rejected' });
    expect(await read()).toMatchObject({ data: { reviewer: null, reviewed_at: null, rejection: null } });
  });

  it('staff see that a student has no email address, and rejecting the student’s document queues no email', async () => {
    const student = await createStudent(app.db, { email: null });
    const document = await plantDocument(app.db, student.id);
    const count = async () => (await app.db.selectFrom('mail_outbox').select('id').execute()).length;
    const before = await count();
    const { body } = await review(document.id, { state: 'rejected', reason: 'The scan is blurred.' });
    expect(body).toMatchObject({ data: { state: 'rejected', student: { has_email: false } } });
    expect(await count()).toBe(before);
  });

  it('verifying a document restarts its expiry reminders only if the expiry date has changed', async () => {
    const student = await createStudent(app.db);
    const document = await plantDocument(app.db, student.id, { expires_on: '2030-05-31', reminded_days: 30 });
    const reminded = async () => {
      const row = app.db.selectFrom('student_documents').select('reminded_days').where('id', '=', document.id);
      return (await row.executeTakeFirst())?.reminded_days;
    };
    await review(document.id, { state: 'verified', expires_on: '2030-05-31' });
    expect(await reminded()).toBe(30);
    await review(document.id, { state: 'verified', expires_on: '2031-05-31', seen: 'verified' });
    expect(await reminded()).toBeNull();
  });

  it('reviewing one document of a student does not change the student’s other documents', async () => {
    const { student, document } = await enrol();
    const other = await plantDocument(app.db, student.id, { name: 'CDC' });
    await review(document.id, { state: 'verified', expires_on: null });
    const states = app.db.selectFrom('student_documents').select('state').where('id', '=', other.id);
    expect(await states.executeTakeFirst()).toEqual({ state: 'waiting' });
  });

  it('the list of rejected documents contains only rejected documents, but states how many documents wait for review', async () => {
    const { document } = await enrol();
    await review(document.id, { state: 'rejected', reason: 'The scan is blurred.' });
    const { data, waiting } = await queue('?state=rejected');
    expect(data.map(({ id }) => id)).toContain(document.id);
    expect(new Set(data.map(({ state }) => state))).toEqual(new Set(['rejected']));
    expect(waiting).toBe((await queue()).waiting);
    expect(waiting).not.toBe(data.length);
  });

  it('a staff request for a document that does not exist, or for a file that is no longer stored, returns 404', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const calls = [
      app.call('GET', `/api/staff/documents/${unknown}`, { headers }),
      app.call('GET', `/api/staff/documents/${unknown}/file`, { headers }),
      review(unknown, { state: 'verified', expires_on: null }),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
    const { document } = await enrol();
    await app.db
      .updateTable('files')
      .set({ state: 'dropped', attached_at: null })
      .where('id', '=', document.fileId)
      .execute();
    expect((await app.call('GET', `/api/staff/documents/${document.id}/file`, { headers })).status).toBe(404);
  });

  it('the email about a rejected document says why the document was rejected and what the student must do', async () => {
    const { student, document } = await enrol();
    await review(document.id, { state: 'rejected', reason: 'The scan is blurred.' });
    const email = app.db.selectFrom('mail_outbox').select('body').where('recipient', '=', student.email);
    expect((await email.executeTakeFirst())?.body).toMatch(
      new RegExp(
        [
          '^Dear Asha,',
          'We have checked your document Passport and cannot accept it: The scan is blurred\\.',
          'Please delete it and upload a corrected one\\.',
          'My Documents: \\S+/profile\\?tab=documents$',
        ].join('\\n\\n'),
      ),
    );
  });
});

describe('reviewing a document', () => {
  it('a verified document leaves the list of documents to verify, and the student sees that the document is verified', async () => {
    const { student, document } = await enrol();
    const { body } = await review(document.id, { state: 'verified', expires_on: '2030-05-31' });
    expect(body).toMatchObject({ data: { state: 'verified', reviewer: 'The registrar', expires_on: '2030-05-31' } });
    expect(await lastAuditEntry(app.db)).toMatchObject({
      ...{ command: 'documents review', subject: `student:${student.id}`, staff_id: registrar.id },
      ...{ arguments: { document: document.id } },
      before: { state: 'waiting', rejection: null, expires_on: null },
      after: { state: 'verified', rejection: null, expires_on: '2030-05-31' },
    });
    expect((await queue()).data.map(({ id }) => id)).not.toContain(document.id);
    expect(await asStudent(student.id)).toMatchObject([{ state: 'verified', expires_on: '2030-05-31' }]);
  });

  it('a student whose document is rejected gets an email with the reason and sees the reason in the document list', async () => {
    const { student, document } = await enrol();
    await review(document.id, { state: 'rejected', reason: 'The scan is blurred.' });
    expect(await asStudent(student.id)).toMatchObject([{ state: 'rejected', rejection: 'The scan is blurred.' }]);
    const columns = ['subject', 'link', 'body'] as const;
    const emails = app.db.selectFrom('mail_outbox').select(columns).where('recipient', '=', student.email);
    expect(await emails.execute()).toEqual([
      {
        subject: 'Your document Passport was not accepted',
        link: expect.stringMatching(/^https?:\/\/[^/]+\/profile\?tab=documents$/),
        body: expect.stringMatching(/The scan is blurred\.[\s\S]+tab=documents/),
      },
    ]);
  });

  it('staff can verify a document until its expiry date, and can only reject the document after that date', async () => {
    const { student, document } = await enrol();
    const day = today(app.clock);
    const expired = await review(document.id, { state: 'verified', expires_on: addDays(day, -1) });
    const text = `This document expired on ${addDays(day, -1)} and cannot be verified. Reject it, or correct the date.`;
    expect(expired).toMatchObject({
      status: 409,
      body: { code: 'DOCUMENT_EXPIRED', message: text, fields: { expires_on: text } },
    });
    expect(await asStudent(student.id)).toMatchObject([{ state: 'waiting', expires_on: null }]);
    expect((await review(document.id, { state: 'verified', expires_on: day })).status).toBe(200);

    const other = await plantDocument(app.db, student.id, { expires_on: addDays(day, -1) });
    expect((await review(other.id, { state: 'rejected', reason: 'The document has expired.' })).status).toBe(200);
  });

  it('rejecting a document requires a reason', async () => {
    const { document } = await enrol();
    expect((await review(document.id, { state: 'rejected', reason: ' ' })).status).toBe(400);
  });

  it('if two staff members review a document at the same time, the second one gets a conflict error', async () => {
    const { student, document } = await enrol();
    const answers = await Promise.all([
      review(document.id, { state: 'verified', expires_on: null }),
      review(document.id, { state: 'rejected', reason: 'The scan is blurred.' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'REVIEWED_MEANWHILE',
      message: 'This document was changed meanwhile. Look at it again.',
    });
    const winner = answers[0]?.status === 200 ? 'verified' : 'rejected';
    expect(await asStudent(student.id)).toMatchObject([{ state: winner }]);
  });

  it('staff can neither verify nor reject a document if the student has changed its expiry date since staff opened the document', async () => {
    const { student, document } = await enrol();
    const own = await signIn(app, student);
    const set = { body: { expires_on: '2031-05-31' }, headers: own };
    await app.call('PUT', `/api/users/student/document/${document.id}`, set);
    const decisions = [
      { state: 'verified', expires_on: null },
      { state: 'rejected', reason: 'It lacks a date.' },
    ];
    for (const decision of decisions)
      expect(await review(document.id, { ...decision, seen_expires_on: null })).toMatchObject({
        ...{ status: 409, body: { code: 'REVIEWED_MEANWHILE' } },
      });
    expect(await asStudent(student.id)).toMatchObject([{ state: 'waiting', expires_on: '2031-05-31' }]);
    const seen = { expires_on: '2031-05-31', seen_expires_on: '2031-05-31' };
    expect((await review(document.id, { state: 'verified', ...seen })).status).toBe(200);
  });

  const numbers = { indos_number: null, passport_number: null };
  const identity = { name: 'Asha Nair', dob: '2004-02-29', ...numbers };
  const enrolWithoutNumbers = async () => {
    const student = await createStudent(app.db, numbers);
    return { student, document: await plantDocument(app.db, student.id) };
  };
  const verified = { state: 'verified', expires_on: null };

  it('staff can neither verify nor reject a document if the student’s name has changed since staff opened the document', async () => {
    const { student, document } = await enrolWithoutNumbers();
    const own = await signIn(app, student);
    await app.call('PUT', `/api/users/student/${student.id}`, { body: { last_name: 'Menon' }, headers: own });
    for (const decision of [verified, { state: 'rejected', reason: 'The name differs.' }])
      expect(await review(document.id, { ...decision, seen_student: identity })).toMatchObject({
        ...{ status: 409, body: { code: 'REVIEWED_MEANWHILE' } },
      });
    expect(await asStudent(student.id)).toMatchObject([{ state: 'waiting' }]);
    const seen_student = { ...identity, name: 'Asha Menon' };
    expect((await review(document.id, { ...verified, seen_student })).status).toBe(200);
  });

  it('a review that waits for a change of the student’s name sees the new name and is refused', async () => {
    const { student, document } = await enrolWithoutNumbers();
    const send = () => review(document.id, { ...verified, seen_student: identity });
    const answer = await changeWhileWaiting(app.db, student.id, send, (tx) =>
      tx.updateTable('students').set({ last_name: 'Menon' }).where('id', '=', student.id).execute(),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'REVIEWED_MEANWHILE' } });
    expect(await asStudent(student.id)).toMatchObject([{ state: 'waiting' }]);
  });

  it('a document that is being verified while its student changes the name must be verified again', async () => {
    const { student, document } = await enrol();
    const own = await signIn(app, student);
    const { changing } = await app.db.transaction().execute(async (tx) => {
      await lockDocument(tx, document.id);
      const reviewed = { reviewed_by: registrar.id, reviewed_at: new Date() };
      await storeReview(tx, document.id, { state: 'verified', rejection: null, expires_on: null, ...reviewed });
      const change = app.call('PUT', `/api/users/student/${student.id}`, {
        ...{ body: { last_name: 'Menon' }, headers: own },
      });
      await untilWaiting(app.db);
      return { changing: change };
    });
    expect((await changing).status).toBe(200);
    expect(await asStudent(student.id)).toMatchObject([{ state: 'waiting' }]);
  });

  it('staff can withdraw their review of a document', async () => {
    const { student, document } = await enrol();
    await review(document.id, { state: 'verified', expires_on: '2030-05-31' });
    expect((await review(document.id, { state: 'waiting', seen: 'verified' })).status).toBe(200);
    expect(await asStudent(student.id)).toMatchObject([{ state: 'waiting', expires_on: '2030-05-31' }]);
  });

  it('a verified document must be verified again after the student has changed its expiry date', async () => {
    const { student, document } = await enrol();
    await review(document.id, { state: 'verified', expires_on: '2030-05-31' });
    const own = await signIn(app, student);
    const set = (expires_on: string) =>
      app.call('PUT', `/api/users/student/document/${document.id}`, { body: { expires_on }, headers: own });
    await set('2030-05-31');
    expect(await asStudent(student.id)).toMatchObject([{ state: 'verified' }]);
    await set('2031-05-31');
    expect(await asStudent(student.id)).toMatchObject([{ state: 'waiting' }]);
  });
});

describe('the file of a document', () => {
  /** Creates a student who uploads a document. `url`: of its file. `id`: of the document. */
  async function uploadDocument() {
    const student = await createStudent(app.db);
    const own = await signIn(app, student);
    const url = await storeUpload(app, own, documentUpload());
    const form = { document_url: url, category_name: 'personal', document_name: 'Passport' };
    const added = await app.call('POST', '/api/users/student/document/add', { body: form, headers: own });
    const { id } = (added.body as { data: StudentDocument }).data;
    return { student, url, id };
  }

  it('staff get a student’s file as a download that cannot run scripts, and the audit log records each view', async () => {
    const { student, id } = await uploadDocument();
    const sent = await app.call('GET', `/api/staff/documents/${id}/file`, { headers });
    expect(sent).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="document.pdf"',
        'cache-control': 'private, no-store',
        'content-security-policy': expect.stringContaining('sandbox'),
      },
    });
    expect(sent.text).toMatch(/^%PDF/);
    const range = { ...headers, range: 'bytes=1-3' };
    expect(await app.call('GET', `/api/staff/documents/${id}/file`, { headers: range })).toMatchObject({
      ...{ status: 206, text: 'PDF' },
    });
    expect(await lastAuditEntry(app.db)).toMatchObject({
      ...{ command: 'documents view', subject: `student:${student.id}`, staff_id: registrar.id },
      arguments: { document: id },
    });
  });

  it('a document is not sent if the view cannot be recorded, and its file does not stay open', async () => {
    const { url, id } = await uploadDocument();
    const constrain = (change: string) => sql`alter table audit_entries ${sql.raw(change)}`.execute(app.db);
    await constrain(`add constraint no_views check (command <> 'documents view') not valid`);
    onTestFinished(async () => void (await constrain('drop constraint no_views')));
    expect((await app.call('GET', `/api/staff/documents/${id}/file`, { headers })).status).toBe(500);
    const fileId = url.split('/').at(-1) ?? '';
    const openFiles = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
      return (await Promise.all(links)).filter((path) => path.includes(fileId));
    };
    // Node closes a forgotten file too, but only seconds later, when it collects garbage.
    await expect.poll(openFiles, { timeout: 1000 }).toEqual([]);
  });

  it('the file of a document returns 404 if its content is missing in the file store, and the audit log records no view', async () => {
    const { student, document } = await enrol();
    // Upload another file, so that the folder of the file store exists and only the file of the document is missing.
    await storeUpload(app, await signIn(app, student), documentUpload());
    const before = await lastAuditEntry(app.db);
    expect((await app.call('GET', `/api/staff/documents/${document.id}/file`, { headers })).status).toBe(404);
    expect(await lastAuditEntry(app.db)).toEqual(before);
  });

  it('a staff role without access to documents gets neither the list of documents to verify nor a file', async () => {
    const { document } = await enrol();
    const accounts = await hire(app, 'accounts');
    for (const url of ['/api/staff/documents', `/api/staff/documents/${document.id}/file`])
      expect((await app.call('GET', url, { headers: accounts.headers })).body).toMatchObject({ code: 'FORBIDDEN' });
  });
});
