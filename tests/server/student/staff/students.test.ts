import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ListedStudent, StudentRecord } from '../../../../contract/staff/students.ts';
import { contactStatus } from '../../../../server/db/schema.ts';
import { plantDocument } from '../../../support/documents.ts';
import { createStudent, startTestApp } from '../../../support/server.ts';
import { hire, lastAuditEntry, signInAsStaff } from '../../../support/staff.ts';

const app = await startTestApp();
const registrar = await hire(app, 'registrar');
const accounts = await hire(app, 'accounts');
const { headers } = registrar;

type Page = { data: ListedStudent[]; next: string | null };
const list = async (query: Record<string, string> = {}) => {
  const { body } = await app.call('GET', `/api/staff/students?${new URLSearchParams(query)}`, { headers });
  return body as Page;
};
const find = async (q: string) => (await list({ q })).data.map(({ id }) => id);
const read = async (id: string, as: Record<string, string> = headers) => {
  const { status, body } = await app.call('GET', `/api/staff/students/${id}`, { headers: as });
  return { status, data: (body as { data: StudentRecord }).data };
};
const change = (id: string, what: string, body: object, as: Record<string, string> = headers) =>
  app.call('PUT', `/api/staff/students/${id}${what}`, { body, headers: as });
const credit = (id: string, body: object, as: Record<string, string> = accounts.headers) =>
  app.call('POST', `/api/staff/students/${id}/wallet`, {
    body: { amount: 1500.5, description: 'Cash at the counter', reason: 'paid in cash', ...body },
    headers: as,
  });
const blank = {
  ...{ first_name: 'Nila', last_name: 'Das', email: '', whatsapp_number: '', dob: '' },
  ...{ indos_number: '', passport_number: '', may_share_mobile: false },
};
const create = (body: object) => app.call('POST', '/api/staff/students', { body: { ...blank, ...body }, headers });
const emailsTo = (recipient: string) =>
  app.db.selectFrom('mail_outbox').select(['subject', 'body']).where('recipient', '=', recipient).execute();

describe('the list of students', () => {
  it('staff find students by the beginnings of names, email addresses, and phone, INDOS and passport numbers, in any order and letter case', async () => {
    const { id } = await createStudent(app.db, {
      ...{ first_name: 'Vaidehi', last_name: "D'Souza Menon", email: 'v.menon@ship.example' },
      ...{ mobile: '9100000001', whatsapp_number: '9100000002', indos_number: '21GL4711', passport_number: 'Z7654321' },
    });
    for (const q of ['vaid', "d'souza", 'menon VAIDEHI', 'v.menon@', '91000000', '9100000002', '21gl47', 'z765'])
      expect(await find(q), q).toContain(id);
    for (const q of ['aidehi', 'vaidehi nobody', '"', "'", '\\', '%', ':*', '& |'])
      expect(await find(q), q).not.toContain(id);
  });

  it('the pages of the student list contain each student once, even if all students were created at the same time', async () => {
    const created_at = new Date('2031-01-01T00:00:00Z');
    const made = [];
    for (let n = 0; n < 103; n++) made.push((await createStudent(app.db, { first_name: 'Paged', created_at })).id);
    const first = await list({ q: 'paged' });
    const second = await list({ q: 'paged', after: first.next ?? '' });
    const third = await list({ q: 'paged', after: second.next ?? '' });
    expect([first.data.length, second.data.length, third.data.length, third.next]).toEqual([50, 50, 3, null]);
    const ids = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id));
    expect(ids.toSorted()).toEqual(made.toSorted());
  });

  it('the audit log records each view of the student list with its search and the number of students, but not their data', async () => {
    await createStudent(app.db, { first_name: 'Recorded' });
    await list({ q: 'recorded' });
    expect(await lastAuditEntry(app.db)).toMatchObject({
      ...{ command: 'students list', subject: 'students', staff_id: registrar.id, before: null, after: null },
      arguments: { q: 'recorded', students: 1 },
    });
  });
});

describe('the record of a student', () => {
  it('the record of a student contains profile, contacts with their status, documents, wallet and notes', async () => {
    const { id } = await createStudent(app.db, {
      email_standing: contactStatus.locked,
      mobile_standing: contactStatus.verified,
    });
    await plantDocument(app.db, id, { name: 'CDC' });
    const { data } = await read(id);
    expect(data).toMatchObject({
      ...{ profile: { id, first_name: 'Asha' }, allowed_booking: true, has_password: false },
      contacts: { email: 'locked', mobile: 'verified' },
      documents: [{ document_name: 'CDC', state: 'waiting' }],
      ...{ bookings: [], notes: [], wallet: { balance: 0 }, enquiries: [] },
      payments: { paid: 0, refunded: 0, refunds_due: 0, attempts: 0 },
    });
  });

  it('a student’s record has no documents or enquiries for a role without access to them', async () => {
    const { id } = await createStudent(app.db);
    await plantDocument(app.db, id);
    expect((await read(id, accounts.headers)).data).toMatchObject({
      ...{ documents: null, required_documents: null, enquiries: null },
    });
  });
});

describe('changing a student', () => {
  it('a contact changed by staff becomes unverified, the old email address is notified, and the audit log has both values', async () => {
    const student = await createStudent(app.db, { email: 'old@example.com', mobile: '9200000001' });
    const { status } = await change(student.id, '', { email: 'NEW@example.com', mobile: '9200000009', city: 'Kochi' });
    expect(status).toBe(200);
    const { data } = await read(student.id);
    expect(data.profile).toMatchObject({ email: 'new@example.com', mobile: '9200000009', city: 'Kochi' });
    expect(data.contacts).toMatchObject({ email: 'unverified', mobile: 'unverified', whatsapp_number: 'verified' });
    const [notice] = await emailsTo('old@example.com');
    expect(notice?.body).toContain('email address and mobile number (it ended in 0001)');
    expect(await lastAuditEntry(app.db)).toMatchObject({
      ...{ command: 'students change', subject: `student:${student.id}` },
      before: { email: 'old@example.com', mobile: '9200000001', city: null },
      after: { email: 'new@example.com', mobile: '9200000009', city: 'Kochi' },
    });
  });

  it('staff cannot give a student another student’s INDOS number, and saving without a change adds no audit entry', async () => {
    const [one, other] = [await createStudent(app.db), await createStudent(app.db, { indos_number: '22XX0001' })];
    expect(await change(one.id, '', { indos_number: '22xx-0001' })).toMatchObject({
      status: 409,
      body: { code: 'USER_EXISTS' },
    });
    const before = await lastAuditEntry(app.db);
    expect((await change(other.id, '', { first_name: 'Asha' })).status).toBe(200);
    expect((await lastAuditEntry(app.db)).id).toBe(before.id);
  });

  it('forbidding a student to book requires a reason, which is recorded in the audit log', async () => {
    const { id } = await createStudent(app.db);
    expect((await change(id, '/booking', { is_allowed: false, reason: '' })).status).toBe(400);
    expect((await change(id, '/booking', { is_allowed: false, reason: 'fees of 2025 unpaid' })).status).toBe(200);
    expect((await read(id)).data.allowed_booking).toBe(false);
    expect(await lastAuditEntry(app.db)).toMatchObject({
      reason: 'fees of 2025 unpaid',
      before: { allowed_booking: true },
      after: { allowed_booking: false },
    });
  });
});

describe('crediting a wallet', () => {
  it('a wallet credit by staff is exact to the paisa, shown in the student’s record, and audited with its reason', async () => {
    const { id } = await createStudent(app.db);
    expect((await credit(id, { reference: 'CASH-1' })).status).toBe(200);
    expect((await read(id)).data.wallet).toMatchObject({
      balance: 1500.5,
      recentTransaction: [{ description: 'Cash at the counter', amount: 1500.5 }],
    });
    expect(await lastAuditEntry(app.db)).toMatchObject({
      ...{ command: 'wallet credit', reason: 'paid in cash', before: { balance_paise: 0 } },
      after: { balance_paise: 150_050, reference: 'CASH-1' },
    });
  });

  it('the reference of a wallet credit can be used only once, even by two calls at the same time', async () => {
    const { id } = await createStudent(app.db);
    const answers = await Promise.all([credit(id, { reference: 'CASH-2' }), credit(id, { reference: 'CASH-2' })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await read(id)).data.wallet.balance).toBe(1500.5);
  });

  it('crediting a wallet requires step-up authentication, the permission to credit wallets and an amount in whole paise', async () => {
    const { id } = await createStudent(app.db);
    const stale = await signInAsStaff(app, accounts, { verifiedAt: app.clock.now() - 3_600_000 });
    expect((await credit(id, { reference: 'CASH-3' }, stale)).body).toMatchObject({ code: 'STEP_UP_NEEDED' });
    expect((await credit(id, { reference: 'CASH-3' }, headers)).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await credit(id, { reference: 'CASH-3', amount: 1.005 })).status).toBe(400);
  });
});

describe('internal notes', () => {
  it('notes about a student are listed newest first with their authors and cannot be changed', async () => {
    const { id } = await createStudent(app.db);
    for (const text of ['Called about the medical.', 'Medical arrived.'])
      await app.call('POST', `/api/staff/students/${id}/notes`, { body: { text }, headers });
    expect((await read(id)).data.notes).toMatchObject([
      { text: 'Medical arrived.', author: 'The registrar' },
      { text: 'Called about the medical.' },
    ]);
    await expect(sql`update student_notes set text = ''`.execute(app.db)).rejects.toThrow('append-only');
    await expect(sql`delete from student_notes`.execute(app.db)).rejects.toThrow('append-only');
    expect(JSON.stringify((await lastAuditEntry(app.db)).after)).not.toContain('Medical');
  });
});

describe('creating a student', () => {
  it('a student created by staff is stored with normalised values and without a password, and the audit log records it', async () => {
    const { status, body } = await create({
      ...{ mobile: '+91 96500 00001', email: 'Nila.Das@ship.example', dob: '2004-02-29', indos_number: '24el 0501' },
    });
    expect(status).toBe(200);
    const { id } = (body as { data: { id: string } }).data;
    expect((await read(id)).data).toMatchObject({
      profile: {
        ...{ first_name: 'Nila', last_name: 'Das', mobile: '9650000001', email: 'nila.das@ship.example' },
        ...{ dob: '2004-02-29', indos_number: '24EL0501', whatsapp_number: null, passport_number: null },
      },
      contacts: { email: 'unverified', mobile: 'unverified', whatsapp_number: 'unverified' },
      ...{ has_password: false, allowed_booking: true },
    });
    expect(await lastAuditEntry(app.db)).toMatchObject({
      ...{ command: 'students create', subject: `student:${id}`, staff_id: registrar.id, before: null },
      after: { first_name: 'Nila', mobile: '9650000001', email: 'nila.das@ship.example' },
    });
  });

  it('a student created by staff gets no email, and can set a password with a reset link', async () => {
    const email = 'mira.das@ship.example';
    await create({ mobile: '9650000041', email });
    expect(await emailsTo(email)).toEqual([]);
    expect((await app.call('POST', '/api/auth/user/forgot/pass', { body: { email } })).status).toBe(200);
    const mail = app.db.selectFrom('mail_outbox').select('link').where('recipient', '=', email);
    const tok = new URL((await mail.executeTakeFirstOrThrow()).link ?? '').searchParams.get('t');
    const form = { email, tok, newPassword: 'Anchor#2027', confirmPassword: 'Anchor#2027' };
    expect((await app.call('POST', '/api/auth/user/reset/pass', { body: form })).status).toBe(200);
    const student = app.db.selectFrom('students').select(['email_standing', 'is_default_password']);
    expect(await student.where('email', '=', email).executeTakeFirst()).toEqual({
      email_standing: contactStatus.verified,
      is_default_password: false,
    });
  });

  it('creating a student with invalid values returns 400 and names each invalid field', async () => {
    const { status, body } = await create({
      ...{ first_name: ' ', mobile: '12', email: 'nobody', dob: '2099-01-01', indos_number: '?' },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: {
        ...{ first_name: 'First Name is required', mobile: 'Phone number must be 10 digits' },
        ...{ email: 'Invalid email format', dob: 'Must be a day in the past' },
        indos_number: 'Must be 4 to 20 letters and digits',
      },
    });
    expect(await find('nila das 12')).toEqual([]);
  });

  it('creating a student with the email, mobile or INDOS number of other students returns 409 and names these students', async () => {
    const asha = await createStudent(app.db, { first_name: 'Asha', last_name: 'Nair', email: 'asha.n@ship.example' });
    const dev = await createStudent(app.db, { last_name: 'Menon', mobile: '9650000011', passport_number: 'Z9650011' });
    const { status, body } = await create({
      ...{ email: 'ASHA.N@ship.example', mobile: '09650000011', indos_number: 'z9650011' },
    });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'USER_EXISTS',
      fields: { email: 'Another student has this email address', mobile: 'Another student has this mobile number' },
    });
    const { taken } = (body as { data: { taken: Array<{ field: string; student: { id: string; name: string } }> } })
      .data;
    expect(taken).toHaveLength(3);
    expect(taken).toContainEqual({ field: 'email', student: { id: asha.id, name: 'Asha Nair' } });
    expect(taken.filter(({ student }) => student.id === dev.id).map(({ field }) => field)).toEqual([
      'indos_number',
      'mobile',
    ]);
  });

  it('a student can be created with the mobile number of another student if staff allow a shared number', async () => {
    await createStudent(app.db, { mobile: '9650000021' });
    expect((await create({ mobile: '9650000021' })).status).toBe(409);
    expect((await create({ mobile: '9650000021', may_share_mobile: true })).status).toBe(200);
  });

  it('when the same student is created twice at the same time, one call succeeds and the other gets 409', async () => {
    const answers = await Promise.all([1, 2].map(() => create({ mobile: '9650000031' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
