import { expect, it } from 'vitest';
import { hashPassword } from '../../../../server/auth/password/password.ts';
import { addDemoStaff, demoStaffPassword } from '../../../../server/staff/members/demo-staff.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createStaff, signInAsStaff } from '../../../support/staff.ts';
import { readAudit, readReadings, staffOf } from '../staff.ts';

const { db, url } = await createTestDatabase();
const landfall = staffOf(url, { PUBLIC_URL: 'https://academy.example' });
const app = { db, clock: { now: () => Date.now() } };
const stateOf = async (email: string) =>
  (await db.selectFrom('staff_members').select('state').where('email', '=', email).executeTakeFirst())?.state;
const mailsTo = async (email: string) => {
  const sent = db.selectFrom('mail_outbox').select('body').where('recipient', '=', email).orderBy('id');
  return (await sent.execute()).map(({ body }) => body);
};

it('“landfall staff invite” creates the first administrator and queues an email with a link', async () => {
  const { code, out } = await landfall('staff', 'invite', 'Anna@Example.com', '--role', 'administrator');
  expect({ code, out }).toEqual({
    code: 0,
    out: 'anna@example.com: an email with a link, valid for 7 days, is queued\n',
  });
  const mail = await db.selectFrom('mail_outbox').select(['recipient', 'link']).executeTakeFirstOrThrow();
  expect(mail).toMatchObject({
    recipient: 'anna@example.com',
    link: expect.stringMatching(/^https:\/\/academy\.example\/staff\/invitation\?t=[\w-]{43}$/),
  });
  expect(await readAudit(db)).toMatchObject([
    { command: 'staff invite', after: { email: 'anna@example.com', role: 'administrator' } },
  ]);
  expect(JSON.stringify(await readAudit(db))).not.toContain(new URL(mail.link ?? '').search);
});

it('“landfall staff invite” can be repeated to get another link, but refuses an account that is already set up', async () => {
  const again = await landfall('staff', 'invite', 'anna@example.com', '--role', 'registrar', '--show-link');
  expect(again.out).toMatch(/https:\/\/academy\.example\/staff\/invitation\?t=[\w-]{43}\n$/);
  const { email } = await createStaff(app, 'editor');
  expect(await landfall('staff', 'invite', email, '--role', 'editor')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has an account already'),
  });
  expect(await landfall('staff', 'invite', 'x@example.com', '--role', 'captain')).toMatchObject({ code: 2 });
});

it('“landfall staff list” shows accounts with role, state and second factor, and the audit log records who read the list', async () => {
  const { out } = await landfall('staff', 'list');
  expect(out).toMatch(/anna@example\.com +anna +registrar +invited/);
  expect(out).toMatch(/editor\.\d+@example\.com +The editor +editor +active +totp/);
  expect(await readReadings(db)).toMatchObject([{ actor: 'Priya (accounts)', command: 'staff list' }]);
});

it('“landfall staff disable” ends the sessions of a staff account, but refuses to disable the last administrator', async () => {
  const [one, two] = [await createStaff(app, 'administrator'), await createStaff(app, 'administrator')];
  await signInAsStaff(app, one);
  expect((await landfall('staff', 'disable', one.email)).code).toBe(0);
  expect(await stateOf(one.email)).toBe('disabled');
  expect(await db.selectFrom('staff_sessions').select('id').where('staff_id', '=', one.id).execute()).toEqual([]);
  expect(await landfall('staff', 'disable', two.email)).toMatchObject({
    code: 1,
    err: expect.stringContaining('last administrator'),
  });
  expect((await landfall('staff', 'disable', one.email)).out).toContain('already');
  expect(await mailsTo(one.email)).toEqual([expect.stringContaining('Your staff account was disabled.')]);
  expect(await mailsTo(two.email)).toEqual([]);
});

it('“landfall staff reset” removes the authenticator app of a staff account and sets its state to invited', async () => {
  const { id, email } = await createStaff(app, 'registrar');
  expect((await landfall('staff', 'reset', email)).code).toBe(0);
  expect(await stateOf(email)).toBe('invited');
  expect(await db.selectFrom('staff_totp').select('staff_id').where('staff_id', '=', id).execute()).toEqual([]);
});

it('calling addDemoStaff twice adds only one staff account for each role', async () => {
  const deps = { ...app, secret: 'landfall-sandbox-secret-not-for-production', hashPassword };
  await addDemoStaff(deps);
  await addDemoStaff(deps);
  const { out } = await landfall('staff', 'demo-code');
  expect(out.split('\n').slice(0, 6)).toEqual(
    expect.arrayContaining(['administrator@example.com  administrator', 'auditor@example.com  auditor']),
  );
  expect(out).toMatch(new RegExp(`password ${demoStaffPassword}, code \\d{6}\\n$`));
});

it('“landfall staff set-instructor” links an instructor to at most one staff account', async () => {
  await db
    .insertInto('instructors')
    .values([{ id: 'capt-rao', name: 'Capt. S. Rao' }])
    .execute();
  const [one, two] = [await createStaff(app, 'instructor'), await createStaff(app, 'instructor')];
  const linked = await landfall('staff', 'set-instructor', one.email, 'capt-rao');
  expect(linked).toMatchObject({ code: 0, out: `${one.email} is the instructor capt-rao\n` });
  expect((await landfall('staff', 'set-instructor', two.email, 'capt-rao')).err).toContain(`is ${one.email} already`);
  expect((await landfall('staff', 'set-instructor', two.email, 'capt-x')).err).toContain('there are: capt-rao');
  expect(await landfall('staff', 'set-instructor', one.email, 'none')).toMatchObject({ code: 0 });
  expect(await landfall('staff', 'set-instructor', two.email, 'capt-rao')).toMatchObject({ code: 0 });
  expect((await landfall('staff', 'set-instructor', two.email, 'capt-rao')).out).toContain('nothing to change');
  expect(await mailsTo(one.email)).toEqual([
    expect.stringContaining('connected with the instructor Capt. S. Rao'),
    expect.stringContaining('no longer connected with an instructor'),
  ]);
  expect(await mailsTo(two.email)).toHaveLength(1);
});
