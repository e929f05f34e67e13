import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Enquiry, ListedEnquiry } from '../../../../contract/staff/enquiries.ts';
import type { Today } from '../../../../contract/staff/today.ts';
import { createStudent, signIn, startTestApp } from '../../../support/server.ts';
import { hire, lastAuditEntry } from '../../../support/staff.ts';
import { contactForm, grievanceForm } from '../../http/form-samples.ts';

const app = await startTestApp({ env: { STAFF_EMAIL: 'office@example.com', RATE_FORM: '100000' } });
const registrar = await hire(app, 'registrar');
const { headers } = registrar;
const colleague = await hire(app, 'administrator');

type Page = { data: ListedEnquiry[]; next: number | null; open: { received: number; in_work: number } };
const list = async (query: Record<string, string> = {}) => {
  const { body } = await app.call('GET', `/api/staff/enquiries?${new URLSearchParams(query)}`, { headers });
  return body as Page;
};
const read = async (id: number) => {
  const { body } = await app.call('GET', `/api/staff/enquiries/${id}`, { headers });
  return (body as { data: Enquiry }).data;
};
const send = async (form: object, from: Record<string, string> = {}) => {
  const kind = 'grievance' in form ? 'grievance' : 'contact';
  const { body } = await app.call('POST', `/api/submissions/${kind}/add`, { body: { formData: form }, headers: from });
  const { reference } = (body as { data: { reference: string } }).data;
  const row = app.db.selectFrom('submissions').select('id').where('reference', '=', reference);
  return { reference, id: (await row.executeTakeFirstOrThrow()).id };
};
const post = (id: number, what: 'notes' | 'replies', text: string) =>
  app.call('POST', `/api/staff/enquiries/${id}/${what}`, { body: { text }, headers });
const change = (id: number, body: object) => app.call('PUT', `/api/staff/enquiries/${id}`, { body, headers });
const emailsTo = (recipient: string) =>
  app.db
    .selectFrom('mail_outbox')
    .select(['subject', 'body', 'html', 'conversation'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();

describe('the inbox', () => {
  it('staff find enquiries by words of the text, name, email address and reference, and filter them by state, kind and assignee', async () => {
    const { id, reference } = await send({
      ...contactForm,
      name: 'Zubin Wadia',
      message: 'Is the radar course in June?',
    });
    for (const q of ['radar june', 'zubin', contactForm.email, reference.toLowerCase(), 'wad'])
      expect(
        (await list({ q })).data.map((one) => one.id),
        q,
      ).toContain(id);
    for (const q of ['galley', "'", '\\', ':*', '---'])
      expect(
        (await list({ q })).data.map((one) => one.id),
        q,
      ).not.toContain(id);
    const shown = async (query: Record<string, string>) => (await list(query)).data.some((one) => one.id === id);
    expect([await shown({ kind: 'grievance' }), await shown({ kind: 'contact' })]).toEqual([false, true]);
    expect([await shown({ assigned: 'me' }), await shown({ assigned: 'nobody' })]).toEqual([false, true]);
    await change(id, { assigned_to: registrar.id, state: 'in_work' });
    expect([await shown({ assigned: 'me' }), await shown({ assigned: 'nobody' })]).toEqual([true, false]);
    expect([await shown({ state: 'in_work' }), await shown({ state: 'received' })]).toEqual([true, false]);
  });

  it('the filter “open” lists all unanswered enquiries or grievances, as many as the staff page Today counts', async () => {
    const states = ['received', 'in_work', 'forwarded', 'answered', 'closed'] as const;
    for (const form of [contactForm, grievanceForm]) {
      const sent = await Promise.all(states.map(async (state) => ({ state, id: (await send(form)).id })));
      for (const { id, state } of sent)
        await app.db.updateTable('submissions').set({ state }).where('id', '=', id).execute();
      const kind = form === contactForm ? 'contact' : 'grievance';
      const { data } = await list({ kind, state: 'open' });
      const found = sent.filter(({ id }) => data.some((one) => one.id === id));
      expect(found.map(({ state }) => state)).toEqual(['received', 'in_work', 'forwarded']);
      const { body } = await app.call('GET', '/api/staff/today', { headers });
      const { attention } = (body as { data: Today }).data;
      const box = kind === 'contact' ? 'enquiriesOpen' : 'grievancesOpen';
      expect(attention.find((one) => one.kind === box)?.count).toBe(data.length);
    }
  });

  it('the staff list of enquiries is sorted newest first and counts the open ones, and the audit log records each view', async () => {
    for (let n = 0; n < 55; n++) await send({ ...contactForm, message: `Paging ${n}` });
    const first = await list({ q: 'paging' });
    const second = await list({ q: 'paging', before: String(first.next) });
    expect([first.data.length, second.data.length, second.next]).toEqual([50, 5, null]);
    expect(first.data[0]?.excerpt).toBe('Paging 54');
    expect(first.open.received).toBeGreaterThanOrEqual(55);
    expect(await lastAuditEntry(app.db)).toMatchObject({
      ...{ command: 'enquiries list', before: null, after: null },
      arguments: { q: 'paging', enquiries: 5 },
    });
  });
});

describe('working on an enquiry', () => {
  it('several replies to an enquiry reach the sender as one email conversation, and the sender’s answers go to the office', async () => {
    const email = 'thread@example.com';
    const { id, reference } = await send({ ...contactForm, email });
    for (const text of ['The fee is ₹9,000.', 'The next batch is in June.']) await post(id, 'replies', text);
    const [first, second] = await emailsTo(email);
    expect(first).toMatchObject({
      subject: `Your enquiry ${reference}`,
      body: 'The fee is ₹9,000.\n\nYou wrote:\n> How much?',
    });
    expect(second?.subject).toBe(`Re: Your enquiry ${reference}`);
    const { messageId = '' } = (first?.conversation ?? {}) as { messageId?: string };
    expect(messageId).toMatch(/^<[0-9a-f-]{36}@[\w.]+>$/);
    expect(first?.conversation).toEqual({ messageId, references: [], replyTo: 'office@example.com' });
    expect(second?.conversation).toMatchObject({ references: [messageId], replyTo: 'office@example.com' });
    expect(await read(id)).toMatchObject({
      state: 'answered',
      entries: [{ kind: 'reply', text: 'The fee is ₹9,000.', author: 'The registrar', delivery: 'waiting' }, {}],
    });
    expect(await lastAuditEntry(app.db)).toMatchObject({ command: 'enquiries reply', subject: `enquiry:${reference}` });
  });

  it('an internal note changes a new enquiry to “in work” and appears in no email, not even in a later reply', async () => {
    const email = 'noted@example.com';
    const { id } = await send({ ...contactForm, email });
    await post(id, 'notes', 'Owes fees since 2024: be careful.');
    expect((await read(id)).state).toBe('in_work');
    await post(id, 'replies', 'Please call us.');
    const sent = await app.db.selectFrom('mail_outbox').select(['subject', 'body', 'html', 'conversation']).execute();
    expect(JSON.stringify(sent)).not.toContain('be careful');
    expect(JSON.stringify((await lastAuditEntry(app.db)).after)).not.toContain('Please call us');
    expect((await read(id)).entries.map(({ kind }) => kind)).toEqual(['note', 'reply']);
    await expect(sql`update submission_entries set kind = 'note'`.execute(app.db)).rejects.toThrow('append-only');
  });

  describe('two staff members with the same enquiry open', () => {
    /** Stores an enquiry. `seen`: what a page showed that was opened before anybody worked on the enquiry. */
    const opened = async (email: string) => {
      const { id } = await send({ ...contactForm, email });
      return { id, email, seen: { assigned_to: null, last_entry: null } };
    };
    const reply = (id: number, body: object, key: string = crypto.randomUUID()) =>
      app.call('POST', `/api/staff/enquiries/${id}/replies`, { body, headers: { ...headers, 'idempotency-key': key } });
    const asColleague = { headers: colleague.headers };

    it('an enquiry assigned to a colleague since the page was opened is not changed, and the refusal names the colleague', async () => {
      const { id, seen } = await opened('assigned@example.com');
      const take = { assigned_to: colleague.id, seen };
      for (let repeat = 0; repeat < 2; repeat += 1)
        expect((await app.call('PUT', `/api/staff/enquiries/${id}`, { body: take, ...asColleague })).status).toBe(200);
      const message = `This enquiry has been assigned to The administrator since you opened this page. Nothing was saved.`;
      for (const late of [{ assigned_to: registrar.id }, { state: 'closed' }])
        expect(await change(id, { ...late, seen })).toMatchObject({
          ...{ status: 409, body: { code: 'ASSIGNED_MEANWHILE', message } },
        });
      expect(await reply(id, { text: 'The fee is ₹9,000.', seen })).toMatchObject({ status: 409, body: { message } });
      expect(await read(id)).toMatchObject({ state: 'received', assigned_to: { id: colleague.id }, entries: [] });
      const now = { assigned_to: colleague.id };
      expect((await change(id, { assigned_to: null, seen: now })).status).toBe(200);
      expect((await change(id, { assigned_to: null, seen: now })).status).toBe(200);
      expect((await change(id, { assigned_to: registrar.id, seen: now })).body).toMatchObject({
        message: expect.stringContaining('assigned to nobody'),
      });
      // A request without `seen`, as a page of an earlier release sends it, is accepted.
      expect((await change(id, { assigned_to: registrar.id })).status).toBe(200);
    });

    it('the state of an enquiry that a colleague has changed since the page was opened is not changed, and the refusal names the present state', async () => {
      const { id } = await opened('state@example.com');
      const seen = { assigned_to: null, state: 'received' };
      const close = { state: 'closed', seen };
      const asked = { state: 'in_work', seen };
      for (let repeat = 0; repeat < 2; repeat += 1)
        expect((await app.call('PUT', `/api/staff/enquiries/${id}`, { body: asked, ...asColleague })).status).toBe(200);
      const message = 'This enquiry has been set to “In progress” since you opened this page. Nothing was saved.';
      expect(await change(id, close)).toMatchObject({
        ...{ status: 409, body: { code: 'STATE_CHANGED_MEANWHILE', message } },
      });
      expect(await read(id)).toMatchObject({ state: 'in_work' });
      expect((await change(id, { ...close, seen: { ...seen, state: 'in_work' } })).status).toBe(200);
      // A state of earlier releases is shown as in progress.
      await app.db.updateTable('submissions').set({ state: 'forwarded' }).where('id', '=', id).execute();
      expect((await change(id, { ...close, seen: { ...seen, state: 'in_work' } })).status).toBe(200);
      // Who only assigns the enquiry changes no state. A page of an earlier release sends no state that it saw.
      expect((await change(id, { assigned_to: registrar.id, seen })).status).toBe(200);
      expect((await change(id, { state: 'answered', seen: { assigned_to: registrar.id } })).status).toBe(200);
    });

    it('a reply is not sent if a colleague has replied to the enquiry since the page was opened, and the refusal names the colleague', async () => {
      const { id, email, seen } = await opened('replied@example.com');
      const first = { text: 'The fee is ₹9,000.', seen };
      const call = () => app.call('POST', `/api/staff/enquiries/${id}/replies`, { body: first, ...asColleague });
      expect((await call()).status).toBe(200);
      await post(id, 'notes', 'Asked accounts.');
      expect(await reply(id, { text: 'It is ₹8,000.', seen })).toMatchObject({
        status: 409,
        body: { code: 'REPLIED_MEANWHILE', message: expect.stringMatching(/^The administrator has replied to this/) },
      });
      expect(await emailsTo(email)).toHaveLength(1);
      const { entries } = await read(id);
      const [replied, noted] = entries.map((entry) => entry.id);
      expect(await reply(id, { text: 'It is ₹8,000.', seen: { ...seen, last_entry: replied } })).toMatchObject({
        body: { message: expect.stringMatching(/^The registrar has added a note to this enquiry/) },
      });
      expect((await reply(id, { text: 'And meals.', seen: { ...seen, last_entry: noted } })).status).toBe(200);
      expect(await emailsTo(email)).toHaveLength(2);
    });

    it('repeating a reply to an enquiry with the same idempotency key succeeds, but emails the reply only once', async () => {
      const { id, email, seen } = await opened('repeated@example.com');
      const body = { text: 'The fee is ₹9,000.', seen };
      for (let repeat = 0; repeat < 2; repeat += 1) expect((await reply(id, body, 'enquiry-reply-1')).status).toBe(200);
      expect(await emailsTo(email)).toHaveLength(1);
    });
  });

  it('an enquiry can be assigned only to an active staff member whose role may answer enquiries', async () => {
    const { id } = await send(contactForm);
    const [editor, disabled] = [await hire(app, 'editor'), await hire(app, 'registrar')];
    await app.db.updateTable('staff_members').set({ state: 'disabled' }).where('id', '=', disabled.id).execute();
    for (const other of [editor.id, disabled.id, crypto.randomUUID()])
      expect((await change(id, { assigned_to: other })).body).toMatchObject({ code: 'NOT_ASSIGNABLE' });
    expect((await change(id, { assigned_to: registrar.id })).body).toMatchObject({
      data: { assigned_to: { id: registrar.id, name: 'The registrar' } },
    });
    expect((await change(id, { assigned_to: null })).body).toMatchObject({ data: { assigned_to: null } });
    expect(await lastAuditEntry(app.db)).toMatchObject({
      before: { assigned_to: registrar.id },
      after: { assigned_to: null },
    });
  });

  it('the enquiry of a signed-in student links to the student’s record, and the record to the enquiry', async () => {
    const student = await createStudent(app.db);
    const { id, reference } = await send(contactForm, await signIn(app, student));
    expect((await read(id)).student).toEqual({ id: student.id, name: 'Asha Nair' });
    const { body } = await app.call('GET', `/api/staff/students/${student.id}`, { headers });
    expect(body).toMatchObject({ data: { enquiries: [{ id, reference, is_open: true }] } });
  });
});

describe('an anonymous grievance', () => {
  it('staff see no sender of an anonymous grievance, even if the student was signed in, and cannot reply to it', async () => {
    const student = await createStudent(app.db);
    const anonymous = { grievance: 'The mess closes early.', anonymous: true };
    const { id } = await send(anonymous, await signIn(app, student));
    const emails = app.db.selectFrom('mail_outbox').select(({ fn }) => fn.countAll().as('count'));
    const before = await emails.executeTakeFirst();
    expect(await post(id, 'replies', 'We are sorry.')).toMatchObject({ status: 409, body: { code: 'ANONYMOUS' } });
    expect(await emails.executeTakeFirst()).toEqual(before);
    expect(await read(id)).toEqual({
      ...{ id, kind: 'grievance', state: 'received', is_anonymous: true, text: 'The mess closes early.' },
      ...{ name: null, subject: null, email: null, phone: null, student: null, assigned_to: null, entries: [] },
      ...{ reference: expect.stringMatching(/^LFE-/), at: expect.any(String) },
    });
    await post(id, 'notes', 'Spoke to the mess manager.');
    expect((await change(id, { state: 'closed' })).body).toMatchObject({ data: { state: 'closed' } });
    const rows = await sql<{
      text: string;
    }>`select submissions::text as text from submissions where id = ${id}`.execute(app.db);
    expect(rows.rows[0]?.text).not.toContain(student.id);
  });

  it('staff can reply to a grievance whose sender gave a name', async () => {
    const { id } = await send({ ...grievanceForm, email: 'named@example.com' });
    expect((await post(id, 'replies', 'We have talked to the mess.')).status).toBe(200);
    expect((await emailsTo('named@example.com'))[0]?.subject).toMatch(/^Your grievance LFE-/);
  });
});

describe('templates of replies', () => {
  it('reply templates are listed by name, and two templates cannot have the same name', async () => {
    const save = (name: string) =>
      app.call('POST', '/api/staff/reply-templates', { body: { name, text: 'Dear {name}' }, headers });
    const { body } = await save('Fees');
    const { id } = (body as { data: { id: number } }).data;
    await save('Dates');
    expect((await save('Fees')).body).toMatchObject({ code: 'TEMPLATE_EXISTS' });
    const twice = await Promise.all([save('Dates of courses'), save('Dates of courses')]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const rename = (name: string) =>
      app.call('PUT', `/api/staff/reply-templates/${id}`, { body: { name, text: 'Hello' }, headers });
    expect((await rename('Dates')).body).toMatchObject({ code: 'TEMPLATE_EXISTS' });
    expect((await rename('Fees')).status).toBe(200);
    const names = async () => {
      const listed = await app.call('GET', '/api/staff/reply-templates', { headers });
      return (listed.body as { data: Array<{ name: string }> }).data.map(({ name }) => name);
    };
    expect(await names()).toEqual(['Dates', 'Dates of courses', 'Fees']);
    await app.call('DELETE', `/api/staff/reply-templates/${id}`, { headers });
    expect(await names()).toEqual(['Dates', 'Dates of courses']);
  });

  it('a reply template that a colleague has changed meanwhile is not overwritten, and the refusal has the newer template', async () => {
    const opened = { name: 'Hostel', text: 'Dear {name}' };
    const added = await app.call('POST', '/api/staff/reply-templates', { body: opened, headers });
    const { id } = (added.body as { data: { id: number } }).data;
    const save = async (body: object, seen: object, by = registrar) =>
      app.call('PUT', `/api/staff/reply-templates/${id}`, { body: { ...body, seen }, headers: by.headers });
    const [mine, theirs] = [
      { name: 'Hostel', text: 'Mine' },
      { name: 'Rooms', text: 'Theirs' },
    ];
    expect((await save(theirs, opened, colleague)).status).toBe(200);
    expect(await save(mine, opened)).toMatchObject({
      ...{ status: 409, body: { code: 'TEMPLATE_CHANGED', data: { id, ...theirs } } },
    });
    expect((await save(theirs, opened)).status).toBe(200);
    expect((await save(mine, theirs)).status).toBe(200);
    expect(await save(theirs, opened)).toMatchObject({ status: 409, body: { data: { id, ...mine } } });
  });
});
