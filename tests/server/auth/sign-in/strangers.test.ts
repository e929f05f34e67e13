import { beforeEach, describe, expect, it } from 'vitest';
import { fakeClock, hour } from '../../../support/clock.ts';
import { createStudent, startTestApp, type TestStudent } from '../../../support/server.ts';

const clock = fakeClock(Date.UTC(2030, 0, 1, 6, 10));
// All rate limits have their defaults. A delayed call continues at once, and its delay is recorded.
const delays: number[] = [];
const pause = async (milliseconds: number) => delays.push(milliseconds);
const app = await startTestApp({ clock, pause });

const password = 'Landfall#2026';
const [strange, home] = ['10.66.0.1', '10.7.0.1'];
let asha: TestStudent;

beforeEach(async () => {
  clock.advance(2 * hour);
  delays.length = 0;
  asha = await createStudent(app.db, { password });
});

type From = { address: string; cookie?: string };
const lookUp = ({ address, cookie = '' }: From, identifier = asha.email) =>
  app.call('POST', '/api/auth/search/user', { body: { identifier }, address, headers: { cookie } });
const login = ({ address, cookie = '' }: From, typed: string) =>
  app.call('POST', '/api/auth/login', {
    body: { identifier: asha.email, field: 'email', user_id: asha.id, password: typed, type: 'student' },
    address,
    headers: { cookie },
  });
const requestLink = ({ address, cookie = '' }: From) =>
  app.call('POST', '/api/auth/user/forgot/pass', { body: { email: asha.email }, address, headers: { cookie } });

async function requestContact({ address, cookie = '' }: From, kind = 'isEmail') {
  const looked = await lookUp({ address, cookie });
  const headers = { cookie: [cookie, looked.cookie].filter(Boolean).join('; ') };
  return app.call('GET', `/api/auth/search/user/contact?user_id=${asha.id}&${kind}=true`, { address, headers });
}

async function tryToken(address: string) {
  const { cookie } = await lookUp({ address });
  const body = { user_id: asha.id, type: 'student', OTPtoken: `guess-${address}`, method: 'email_otp' };
  return app.call('POST', '/api/auth/login/otp', { body, headers: { cookie }, address });
}

async function statusesOf(count: number, call: (turn: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn++) statuses.push((await call(turn)).status);
  return statuses;
}

/** The device cookie of a browser in which Asha has signed in and out again. */
async function knownBrowser(): Promise<string> {
  const { cookies } = await login({ address: home }, password);
  return `landfall_device=${cookies.landfall_device}`;
}

describe('a stranger at another address', () => {
  it('a stranger who uses up the lookup limit for an account does not stop its student’s lookup from another IP address', async () => {
    const statuses = await statusesOf(62, () => lookUp({ address: strange }));
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429]);
    expect((await lookUp({ address: home })).status).toBe(200);
    // A stranger must not learn from the limit that two contacts belong to the same account.
    expect((await lookUp({ address: strange }, asha.mobile)).status).toBe(200);
  });

  it('a stranger who requests codes and reset links for an account does not stop its student from requesting them', async () => {
    expect(await statusesOf(6, () => requestContact({ address: strange }))).toEqual([...Array(5).fill(200), 429]);
    expect(await statusesOf(6, () => requestContact({ address: strange }, 'isWhatsapp'))).toEqual(Array(6).fill(429));
    expect((await requestContact({ address: home })).status).toBe(200);
    expect((await requestContact({ address: home }, 'isWhatsapp')).status).toBe(200);
    expect(await statusesOf(5, () => requestLink({ address: strange }))).toEqual([200, 429, 429, 429, 429]);
    clock.advance(hour / 12);
    expect((await requestLink({ address: home })).status).toBe(200);
  });

  it('wrong passwords from one IP address neither stop nor delay a student’s sign-in from another address', async () => {
    const statuses = await statusesOf(7, () => login({ address: strange }, 'wrong'));
    expect(statuses).toEqual([...Array(5).fill(401), 429, 429]);
    expect((await login({ address: strange }, password)).status).toBe(429);
    expect((await login({ address: home }, password)).status).toBe(200);
    expect(delays).toEqual([]);
  });

  it('sign-ins that are refused during the wait after wrong passwords do not count against the hourly limit of sign-ins', async () => {
    await statusesOf(5, () => login({ address: strange }, 'wrong'));
    expect(await statusesOf(20, () => login({ address: strange }, password))).toEqual(Array(20).fill(429));
    clock.advance(2000);
    expect((await login({ address: strange }, password)).status).toBe(200);
  });

  it('however often strangers request reset links for an account, its student always has an emailed link that still works', async () => {
    const works: boolean[] = [];
    for (let minutes = 0; minutes < 120; minutes++) {
      await requestLink({ address: `10.66.1.${minutes}` });
      const live = await app.db
        .selectFrom('password_resets')
        .select('token_hash')
        .where('student_id', '=', asha.id)
        .where('expires_at', '>', new Date(clock.now() + 14 * 60_000))
        .execute();
      works.push(live.length > 0);
      clock.advance(60_000);
    }
    expect(works).toEqual(Array(120).fill(true));
    const mails = await app.db
      .selectFrom('mail_outbox')
      .select('id')
      .where('recipient', '=', String(asha.email))
      .execute();
    expect(mails.length).toBeLessThanOrEqual(14);
  });
});

describe('guessing from many addresses', () => {
  const addressOf = (turn: number) => `10.${100 + (turn >> 8)}.${turn & 255}.9`;

  it('code requests for one account from many IP addresses are delayed after the fiftieth request in an hour, but not refused', async () => {
    // One IP address may request five codes an hour for an account. Requests are delayed once all addresses together
    // have made ten times as many.
    const statuses = await statusesOf(53, (turn) => requestContact({ address: addressOf(turn) }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(delays).toEqual([1000, 1000, 2000]);
    expect((await tryToken(home)).status).toBe(200);
  });

  it('the delay of a sign-in grows to 15 s with the number of passwords that all IP addresses together have tried for the account', async () => {
    const limit = 200;
    const key = await countedKey();
    const hits = (count: number) => Array.from({ length: count }, () => new Date(clock.now()));
    for (const [count, expected] of [
      [limit - 1, []],
      [limit, [1000]],
      [limit + 10, [2000]],
      [limit + 75, [8000]],
      [4 * limit, [15_000]],
    ] as const) {
      delays.length = 0;
      await app.db
        .updateTable('rate_counters')
        .set({ hits: hits(count) })
        .where('key', '=', key)
        .execute();
      expect((await login({ address: addressOf(count) }, password)).status).toBe(200);
      expect(delays).toEqual(expected);
    }
  });

  /** The key under which tries of Asha's password are counted for all addresses together. */
  async function countedKey(): Promise<string> {
    await login({ address: strange }, 'wrong');
    const { key } = await app.db
      .selectFrom('rate_counters')
      .select('key')
      .where('key', 'like', 'signIn:account:%')
      .orderBy('last_at', 'desc')
      .executeTakeFirstOrThrow();
    return key;
  }
});

describe('a browser in which the student signed in before', () => {
  it('a browser in which a student has signed in before has its own limits, which strangers at its IP address cannot use up', async () => {
    const cookie = await knownBrowser();
    await statusesOf(62, () => lookUp({ address: home }));
    await statusesOf(7, () => login({ address: home }, 'wrong'));
    expect((await lookUp({ address: home })).status).toBe(429);
    expect((await login({ address: home }, password)).status).toBe(429);
    expect(await statusesOf(60, () => lookUp({ address: home, cookie }))).toEqual(Array(60).fill(200));
    expect((await lookUp({ address: home, cookie }, asha.mobile)).status).toBe(429);
    expect((await login({ address: home, cookie }, password)).status).toBe(200);
  });

  it('a student can sign in with a renewed device cookie despite many wrong passwords from the same IP address', async () => {
    const again = await login({ address: home, cookie: await knownBrowser() }, password);
    const cookie = `landfall_device=${again.cookies.landfall_device}`;
    await statusesOf(7, () => login({ address: home }, 'wrong'));
    expect((await login({ address: home }, password)).status).toBe(429);
    expect((await login({ address: home, cookie }, password)).status).toBe(200);
  });

  it('a browser in which a student has signed in before is not delayed while strangers at many IP addresses request codes', async () => {
    const cookie = await knownBrowser();
    await statusesOf(51, (turn) => requestContact({ address: `10.99.${turn}.1` }));
    expect(delays).toEqual([1000]);
    delays.length = 0;
    expect((await requestContact({ address: home, cookie })).status).toBe(200);
    expect(delays).toEqual([]);
  });

  it('a browser in which a student has signed in before gets 429 after five wrong passwords, even from changing IP addresses', async () => {
    const cookie = await knownBrowser();
    const statuses = await statusesOf(6, (turn) => login({ address: `10.8.${turn}.1`, cookie }, 'wrong'));
    expect(statuses).toEqual([...Array(5).fill(401), 429]);
  });

  it('a sign-in sets an HttpOnly device cookie that lasts half a year and does not contain the student’s id', async () => {
    const { headers, cookies } = await login({ address: home }, password);
    const header = [headers['set-cookie']].flat().find((text) => String(text).startsWith('landfall_device'));
    expect(header).toMatch(/^landfall_device=[\w-]{65}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies.landfall_device).not.toContain(asha.id);
  });

  it.each(['tampered', 'of another account', 'of an earlier password'])(
    'a browser whose device cookie is %s shares the lookup limit of its IP address',
    async (kind) => {
      const value = (await knownBrowser()).slice('landfall_device='.length);
      if (kind === 'of another account') asha = await createStudent(app.db, { password });
      if (kind === 'of an earlier password')
        await app.db.updateTable('students').set({ password_hash: 'changed' }).where('id', '=', asha.id).execute();
      const first = value.startsWith('A') ? 'B' : 'A';
      const cookie = `landfall_device=${kind === 'tampered' ? `${first}${value.slice(1)}` : value}`;
      await statusesOf(60, () => lookUp({ address: home }));
      expect((await lookUp({ address: home, cookie })).status).toBe(429);
    },
  );

  it('a device cookie is valid only for the last four accounts that signed in with the browser', async () => {
    let cookie = '';
    const family: TestStudent[] = [];
    const signInHere = async () => {
      const { cookies } = await login({ address: home, cookie }, password);
      cookie = `landfall_device=${cookies.landfall_device}`;
    };
    for (let member = 0; member < 5; member++) {
      asha = await createStudent(app.db, { password });
      family.push(asha);
      await signInHere();
    }
    await signInHere();
    const known: boolean[] = [];
    for (const member of family) {
      asha = member;
      await statusesOf(6, () => login({ address: strange }, 'wrong'));
      known.push((await login({ address: strange, cookie }, password)).status === 200);
    }
    expect(known).toEqual([false, true, true, true, true]);
  });
});

describe('asking again for a code to the same contact', () => {
  it('repeated requests for a code to the same contact within ten minutes do not count against the hourly limit of code requests', async () => {
    const { cookie } = await lookUp({ address: home });
    const ask = (kind: string) =>
      app.call('GET', `/api/auth/search/user/contact?user_id=${asha.id}&${kind}=true`, {
        address: home,
        headers: { cookie },
      });
    expect(await statusesOf(9, () => ask('isEmail'))).toEqual(Array(9).fill(200));
    // A request for another contact than the last one starts a new challenge and is counted.
    expect(await statusesOf(4, (turn) => ask(turn % 2 === 0 ? 'isWhatsapp' : 'isEmail'))).toEqual(Array(4).fill(200));
    expect((await ask('isWhatsapp')).status).toBe(429);
    expect((await ask('isEmail')).status).toBe(200);
  });

  it('a repeated code request for the same contact does not count against the hourly limit of code requests even after a new account lookup', async () => {
    let cookie = '';
    for (let turn = 0; turn < 8; turn++) {
      cookie = (await lookUp({ address: home, cookie })).cookie;
      const url = `/api/auth/search/user/contact?user_id=${asha.id}&isEmail=true`;
      expect((await app.call('GET', url, { address: home, headers: { cookie } })).status).toBe(200);
    }
  });

  it('after ten minutes, another code request for the same contact counts against the hourly limit', async () => {
    const statuses: number[] = [];
    let { cookie } = await lookUp({ address: home });
    for (let turn = 0; turn < 7; turn++) {
      const url = `/api/auth/search/user/contact?user_id=${asha.id}&isEmail=true`;
      statuses.push((await app.call('GET', url, { address: home, headers: { cookie } })).status);
      clock.advance(5 * 60_000);
      statuses.push((await app.call('GET', url, { address: home, headers: { cookie } })).status);
      clock.advance(5 * 60_000);
      cookie = (await lookUp({ address: home, cookie })).cookie;
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
    expect(statuses[10]).toBe(429);
  });
});
