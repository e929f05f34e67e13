import { expect, it } from 'vitest';
import { startTestApp } from '../../support/server.ts';
import { createStaff, hire, lastAuditEntry, signInAsStaff, staffPassword } from '../../support/staff.ts';

const app = await startTestApp();
const administrator = await hire(app, 'administrator');
const { headers } = administrator;
const change = (id: string, what: 'role' | 'state' | 'instructor', body: object, as = headers) =>
  app.call('PUT', `/api/staff/members/${id}/${what}`, { body: { reason: 'as agreed', ...body }, headers: as });
const reset = (id: string, as = headers) =>
  app.call('POST', `/api/staff/members/${id}/reset`, { body: { reason: 'lost the phone' }, headers: as });
const me = (cookie: string) => app.call('GET', '/api/staff/session', { headers: { cookie } });
const lastAudit = async () => {
  const { body } = await app.call('GET', '/api/staff/audit', { headers });
  return (body as { data: object[] }).data[0];
};

it('inviting a staff member whose email address already has an account returns 409, even in another letter case', async () => {
  const invite = (email: string) =>
    app.call('POST', '/api/staff/members', { body: { email, name: 'Nila', role: 'editor' }, headers });
  expect((await invite('nila@example.com')).body).toMatchObject({
    data: { email: 'nila@example.com', state: 'invited' },
  });
  expect(await invite('NILA@example.com')).toMatchObject({ status: 409, body: { code: 'STAFF_MEMBER_EXISTS' } });
  expect(await lastAudit()).toMatchObject({
    ...{
      actor: `The administrator <${administrator.email}>`,
      action: 'staff invite',
      subject: 'staff:nila@example.com',
    },
    ...{ kind: 'change', is_command: false, after: { name: 'Nila', role: 'editor' } },
  });
});

it('a changed staff role applies to open sessions at once, and the audit log has the reason and both roles', async () => {
  const member = await hire(app, 'auditor');
  const list = () => app.call('GET', '/api/staff/members', { headers: member.headers });
  expect((await list()).status).toBe(200);
  expect((await change(member.id, 'role', { role: 'editor' })).body).toMatchObject({ data: { role: 'editor' } });
  expect((await list()).status).toBe(403);
  expect(await lastAudit()).toMatchObject({
    ...{ action: 'staff role', subject: `staff:${member.email}`, reason: 'as agreed' },
    ...{ before: { role: 'auditor' }, after: { role: 'editor' } },
  });
});

it('changing a staff account without a reason returns 400', async () => {
  const member = await createStaff(app, 'editor');
  expect(await change(member.id, 'role', { role: 'auditor', reason: ' ' })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Say why, in a few words' } },
  });
});

it('a disabled staff account loses its sessions and cannot sign in until it is enabled', async () => {
  const member = await hire(app, 'registrar');
  const signIn = () =>
    app.call('POST', '/api/staff/sign-in', { body: { email: member.email, password: staffPassword } });
  expect((await change(member.id, 'state', { is_disabled: true })).body).toMatchObject({ data: { state: 'disabled' } });
  expect([(await me(member.headers.cookie)).status, (await signIn()).status]).toEqual([401, 401]);
  expect((await reset(member.id)).status).toBe(409);
  expect((await change(member.id, 'state', { is_disabled: false })).body).toMatchObject({ data: { state: 'active' } });
  expect((await me(member.headers.cookie)).status).toBe(401);
  expect((await signIn()).status).toBe(200);
});

it('the owner of a staff account gets an email when the account is disabled or enabled', async () => {
  const member = await createStaff(app, 'registrar');
  const emails = async () => {
    const sent = app.db.selectFrom('mail_outbox').select('body').where('recipient', '=', member.email);
    return (await sent.orderBy('id').execute()).map(({ body }) => body);
  };
  await change(member.id, 'state', { is_disabled: true });
  await change(member.id, 'state', { is_disabled: true });
  expect(await emails()).toEqual([expect.stringContaining('Your staff account was disabled.')]);
  await change(member.id, 'state', { is_disabled: false });
  await change(member.id, 'state', { is_disabled: true });
  await app.db.deleteFrom('staff_totp').where('staff_id', '=', member.id).execute();
  await change(member.id, 'state', { is_disabled: false });
  expect((await emails()).slice(1)).toEqual([
    expect.stringContaining('You can sign in as before.'),
    expect.stringContaining('Your staff account was disabled.'),
    expect.stringContaining('You need a new invitation'),
  ]);
});

it('resetting a staff account removes its second factors, ends its sessions and emails a link to set the account up again', async () => {
  const member = await hire(app, 'registrar');
  const { body } = await reset(member.id);
  expect(body).toMatchObject({ data: { state: 'invited', second_factors: [], invited_until: expect.any(String) } });
  expect((await me(member.headers.cookie)).status).toBe(401);
  const [mail] = await app.db
    .selectFrom('mail_outbox')
    .select(['subject', 'link'])
    .where('recipient', '=', member.email)
    .execute();
  expect(mail).toMatchObject({
    subject: 'Set up your staff account again',
    link: expect.stringContaining('/staff/invitation?t='),
  });
});

it('an administrator can link a staff account to an instructor and unlink it, and a second account for the instructor is refused', async () => {
  await app.db.insertInto('instructors').values({ id: 'capt-rao', name: 'Capt. S. Rao' }).execute();
  const [one, two] = [await createStaff(app, 'instructor'), await createStaff(app, 'instructor')];
  const connect = (id: string, instructor: string | null) => change(id, 'instructor', { instructor_id: instructor });
  expect((await connect(one.id, 'capt-rao')).body).toMatchObject({
    data: { instructor: { id: 'capt-rao', name: 'Capt. S. Rao' } },
  });
  expect(await lastAudit()).toMatchObject({
    ...{ action: 'staff instructor', subject: `staff:${one.email}`, reason: 'as agreed' },
    ...{ before: { instructor: null }, after: { instructor: 'capt-rao' } },
  });
  const emails = await app.db.selectFrom('mail_outbox').select('body').where('recipient', '=', one.email).execute();
  expect(emails.map(({ body }) => body).join()).toContain('connected with the instructor Capt. S. Rao');
  expect(await connect(two.id, 'capt-rao')).toMatchObject({
    status: 409,
    body: { code: 'INSTRUCTOR_TAKEN', message: expect.stringContaining(one.email) },
  });
  expect(await connect(two.id, 'capt-nobody')).toMatchObject({ status: 409, body: { code: 'NO_SUCH_INSTRUCTOR' } });
  expect((await connect(one.id, null)).body).toMatchObject({ data: { instructor: null } });
  expect((await connect(two.id, 'capt-rao')).status).toBe(200);
});

it('if four staff accounts are linked to one instructor at the same time, only one call succeeds', async () => {
  await app.db.insertInto('instructors').values({ id: 'capt-iyer', name: 'Capt. P. Iyer' }).execute();
  const members = await Promise.all(Array.from({ length: 4 }, () => createStaff(app, 'instructor')));
  const answers = await Promise.all(members.map(({ id }) => change(id, 'instructor', { instructor_id: 'capt-iyer' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

it('administrators cannot change their own role or state, so that one administrator always remains', async () => {
  for (const answer of [
    await change(administrator.id, 'role', { role: 'editor' }),
    await change(administrator.id, 'state', { is_disabled: true }),
    await reset(administrator.id),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'OWN_ACCOUNT' } });
});

it('of two administrators who disable each other at the same time, one stays active', async () => {
  const [one, two] = [await hire(app, 'administrator'), await hire(app, 'administrator')];
  const ended = await Promise.all([
    change(two.id, 'state', { is_disabled: true }, one.headers),
    change(one.id, 'state', { is_disabled: true }, two.headers),
  ]);
  expect(ended.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
  const active = await app.db
    .selectFrom('staff_members')
    .select('id')
    .where('state', '=', 'active')
    .where('id', 'in', [one.id, two.id])
    .execute();
  expect(active).toHaveLength(1);
});

it('changing an unknown staff account returns 404', async () => {
  const id = crypto.randomUUID();
  for (const answer of [await change(id, 'role', { role: 'editor' }), await reset(id)])
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

it('the list of staff accounts shows the second factors of each account, but no password or password hash', async () => {
  const member = await createStaff(app, 'instructor');
  await signInAsStaff(app, member);
  const { body, text } = await app.call('GET', '/api/staff/members', { headers });
  const { data } = body as { data: Array<{ id: string }> };
  expect(data.find(({ id }) => id === member.id)).toMatchObject({ second_factors: ['totp'], last_signed_in_at: null });
  expect(text).not.toMatch(/argon2|password/);
});

it('the audit log records each view of the list of staff accounts with the number of accounts, but not their data', async () => {
  const { body } = await app.call('GET', '/api/staff/members', { headers });
  const { data } = body as { data: object[] };
  const { arguments: given, ...entry } = await lastAuditEntry(app.db);
  const read = { command: 'staff list', subject: 'staff', staff_id: administrator.id, before: null, after: null };
  expect(entry).toMatchObject(read);
  expect(given).toEqual({ members: data.length });
});
