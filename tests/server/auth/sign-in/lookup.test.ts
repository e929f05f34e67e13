import { beforeEach, describe, expect, it } from 'vitest';
import { type ContactStatus, contactStatus } from '../../../../server/db/schema.ts';
import { hour, minute } from '../../../support/clock.ts';
import { createStudent, startTestApp } from '../../../support/server.ts';

const app = await startTestApp({ env: { RATE_LOOKUP: '1000', RATE_CONTACT: '1000' } });
const search = (identifier: string) => app.call('POST', '/api/auth/search/user', { body: { identifier } });
const contact = (userId: string, flag: string, cookie: string) =>
  app.call('GET', `/api/auth/search/user/contact?user_id=${userId}&${flag}`, { headers: { cookie } });

beforeEach(() => app.db.deleteFrom('students').execute());

describe('account lookup', () => {
  it.each([
    ['Asha.Nair@Example.com ', 'email'],
    ['9876500001', 'mobile'],
    ['+91 98765 00001', 'mobile'],
    ['919876500001', 'mobile'],
    ['09876500001', 'mobile'],
    ['098765-00001', 'mobile'],
    ['24el0001', 'indos_number'],
    [' 24 EL 0001', 'indos_number'],
    ['p1000001', 'passport_number'],
  ])('an account lookup for “%s” finds the student by the field %s', async (identifier, field) => {
    const student = await createStudent(app.db, {
      email: 'asha.nair@example.com',
      mobile: '9876500001',
      whatsapp_number: '9876500007',
      indos_number: '24EL0001',
      passport_number: 'P1000001',
    });
    const { status, body } = await search(identifier);
    expect(status).toBe(200);
    expect(body).toEqual({
      statusCode: 200,
      status: 200,
      user: {
        user_id: student.id,
        field,
        email: 'a****r@example.com',
        mobile: '******0001',
        whatsapp_number: '******0007',
        is_default_password: false,
      },
    });
  });

  it('an account lookup says which contacts the account lacks and that its password is the default one', async () => {
    await createStudent(app.db, {
      email: null,
      mobile: '9876500004',
      whatsapp_number: null,
      is_default_password: true,
    });
    const { body } = await search('9876500004');
    expect(body).toMatchObject({ user: { email: null, whatsapp_number: null, is_default_password: true } });
  });

  it('an account lookup by a phone number that several accounts share returns the oldest of these accounts', async () => {
    const shared = { mobile: '9876500011' };
    await createStudent(app.db, { ...shared, created_at: '2026-02-01T00:00:00Z' });
    const elder = await createStudent(app.db, { ...shared, created_at: '2026-01-01T00:00:00Z' });
    expect((await search('9876500011')).body).toMatchObject({ user: { user_id: elder.id } });
  });

  const { locked, unverified, verified } = contactStatus;
  const statuses = (email_standing: ContactStatus, mobile_standing: ContactStatus) => ({
    email_standing,
    mobile_standing,
  });
  it.each([
    ['only the newer account has verified the phone', statuses(unverified, verified), statuses(unverified, unverified)],
    ['the older account has verified only its email', statuses(unverified, unverified), statuses(verified, unverified)],
    ['the phone of the older account is locked', statuses(verified, unverified), statuses(verified, locked)],
  ])(
    'an account lookup by a phone that two accounts share finds the newer account in this case: %s',
    async (_, better, worse) => {
      const mobile = '9876500012';
      await createStudent(app.db, { mobile, ...worse, created_at: '2026-01-01T00:00:00Z' });
      const { id } = await createStudent(app.db, { mobile, ...better, created_at: '2026-02-01T00:00:00Z' });
      expect((await search(mobile)).body).toMatchObject({ user: { user_id: id } });
    },
  );

  it.each(['nobody@example.com', '9000000000', '24ZZ9999', '12345', '\0'])(
    'an account lookup returns 404 for the unknown identifier %j',
    async (identifier) => {
      const { status, body, cookies } = await search(identifier);
      expect(status).toBe(404);
      expect(body).toMatchObject({
        ...{ statusCode: 404, code: 'USER_NOT_FOUND', errorCode: 'USER_NOT_FOUND', message: 'User not found' },
      });
      expect(cookies).toEqual({});
    },
  );

  it('an account lookup with a blank identifier returns 400 with a message for the identifier field', async () => {
    const { status, body } = await search('   ');
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: { identifier: 'Enter any of your details to continue' },
    });
  });

  it('an account lookup sets an HttpOnly ticket cookie, and the database stores only a hash of the ticket', async () => {
    const { email } = await createStudent(app.db);
    const response = await search(String(email));
    const [header] = [response.headers['set-cookie']].flat();
    expect(header).toMatch(/^landfall_ticket=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const { token_hash } = await app.db.selectFrom('lookup_tickets').select('token_hash').executeTakeFirstOrThrow();
    expect(token_hash.toString('base64url')).not.toBe(response.cookies.landfall_ticket);
  });

  it('an account lookup deletes expired lookup tickets from the database', async () => {
    const { email } = await createStudent(app.db);
    await search(String(email));
    app.clock.advance(2 * hour);
    await search(String(email));
    expect(await app.db.selectFrom('lookup_tickets').select('expires_at').execute()).toHaveLength(1);
  });
});

describe('the contact of a lookup', () => {
  it('the API call for a student’s contact returns the full email or WhatsApp number, or the mobile if there is no WhatsApp number', async () => {
    const asha = await createStudent(app.db, { email: 'asha@example.com', whatsapp_number: '9876500021' });
    const { cookie } = await search('asha@example.com');
    expect((await contact(asha.id, 'isWhatsapp=true', cookie)).body).toEqual({
      statusCode: 200,
      user: { contact: '9876500021' },
    });
    expect((await contact(asha.id, 'isEmail=true&isWhatsapp=false', cookie)).body).toMatchObject({
      user: { contact: 'asha@example.com' },
    });
    await app.db.updateTable('students').set({ whatsapp_number: null, mobile: '9876500022' }).execute();
    expect((await contact(asha.id, 'isWhatsapp=true', cookie)).body).toMatchObject({ user: { contact: '9876500022' } });
  });

  it('the API call for a student’s contact returns 400 unless it asks for exactly one of email and WhatsApp number', async () => {
    const asha = await createStudent(app.db);
    const { cookie } = await search(String(asha.email));
    for (const flag of ['isWhatsapp=true&isEmail=true', 'isEmail=false', ''])
      expect(await contact(asha.id, flag, cookie)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_REQUEST', fields: { isWhatsapp: 'Set one of isWhatsapp and isEmail to true.' } },
      });
  });

  it('the API call for a student’s contact returns 404 for a contact that the student does not have', async () => {
    const meera = await createStudent(app.db, {
      email: null,
      mobile: null,
      whatsapp_number: null,
      indos_number: '24EL0040',
    });
    const { cookie } = await search('24EL0040');
    for (const [flag, message] of [
      ['isEmail=true', 'Unable to fetch email'],
      ['isWhatsapp=true', 'Unable to fetch number'],
    ] as const)
      expect(await contact(meera.id, flag, cookie)).toMatchObject({
        status: 404,
        body: { code: 'CONTACT_NOT_FOUND', message },
      });
  });

  it('looking up a second student in the same browser creates a ticket without the request for a contact of the first student', async () => {
    const shared = { whatsapp_number: '9876500031' };
    const [asha, dev] = [await createStudent(app.db, shared), await createStudent(app.db, shared)];
    const { cookie } = await search(String(asha.email));
    await contact(asha.id, 'isWhatsapp=true', cookie);
    const tickets = () =>
      app.db.selectFrom('lookup_tickets').select(['student_id', 'challenge_hash', 'challenged_at']).execute();
    const challenge = { challenge_hash: expect.any(Buffer), challenged_at: new Date(app.clock.now()) };
    expect(await tickets()).toEqual([{ student_id: asha.id, ...challenge }]);
    const body = { identifier: dev.email };
    await app.call('POST', '/api/auth/search/user', { body, headers: { cookie } });
    expect(await tickets()).toContainEqual({ student_id: dev.id, challenge_hash: null, challenged_at: null });
  });

  it('the API call for a student’s contact returns 404 for any student but the one whom the browser has looked up', async () => {
    const [asha, dev] = [await createStudent(app.db), await createStudent(app.db)];
    const { cookie } = await search(String(asha.email));
    expect(await contact(dev.id, 'isEmail=true', cookie)).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND', message: 'User not found' },
    });
  });

  it('the API call for a student’s contact returns 401 unless the browser has looked up an account within the last ten minutes', async () => {
    const asha = await createStudent(app.db);
    const { cookie } = await search(String(asha.email));
    const expired = { status: 401, body: { code: 'LOOKUP_EXPIRED' } };
    expect(await contact(asha.id, 'isEmail=true', '')).toMatchObject(expired);
    expect(await contact(asha.id, 'isEmail=true', `landfall_ticket=${'a'.repeat(43)}`)).toMatchObject(expired);
    app.clock.advance(10 * minute);
    expect(await contact(asha.id, 'isEmail=true', cookie)).toMatchObject(expired);
  });
});
