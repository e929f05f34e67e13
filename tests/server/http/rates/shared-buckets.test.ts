import { beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import { deleteFullBuckets, leaseTokens } from '../../../../server/http/rates/buckets.repo.ts';
import type { Need } from '../../../../server/http/rates/buckets.ts';
import { createSharedBuckets } from '../../../../server/http/rates/shared-buckets.ts';
import { fakeClock, hour, minute, second } from '../../../support/clock.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startTestApp } from '../../../support/server.ts';
import { statementsOf } from '../../../support/statements.ts';

const start = Date.UTC(2030, 0, 1, 6, 10);
const clock = fakeClock(start);
const { db } = await createTestDatabase();
const failures: unknown[] = [];
const openProcess = (database = db) =>
  createSharedBuckets({
    db: database,
    clock,
    secret: 'test',
    onFailure: (error) => failures.push(error),
    timeoutMs: 60_000,
  });

beforeEach(async () => {
  clock.advance(start - clock.now());
  failures.length = 0;
  await db.deleteFrom('rate_buckets').execute();
});

const need = (limit: number, key = 'read:address:10.0.0.1'): Need => ({ key, limit, amount: 1, period: 'minute' });
type Process = ReturnType<typeof openProcess>;

/** Sends calls to the processes in turn, as a load balancer does. Returns how many were allowed. */
async function countAllowed(processes: readonly Process[], calls: number, limit: number): Promise<number> {
  let allowed = 0;
  for (let call = 0; call < calls; call++) {
    const wait = await processes[call % processes.length]?.take([need(limit)], clock.now());
    if (wait === 0) allowed += 1;
  }
  return allowed;
}

describe('limits per minute that several processes share', () => {
  it.each([1, 7, 20, 600])(
    'two or four server processes together allow no more calls than one process, with a rate limit of %i',
    async (limit) => {
      const tried = limit * 3 + 10;
      expect(await countAllowed([openProcess()], tried, limit)).toBe(limit);
      for (const processes of [2, 4]) {
        await db.deleteFrom('rate_buckets').execute();
        const allowed = await countAllowed(
          Array.from({ length: processes }, () => openProcess()),
          tried,
          limit,
        );
        expect(allowed).toBeLessThanOrEqual(limit);
        expect(allowed).toBeGreaterThanOrEqual(limit - (processes - 1) * Math.floor(limit / 10));
      }
    },
  );

  it('two server processes that count simultaneous calls allow together exactly as many calls as the rate limit', async () => {
    const processes = [openProcess(), openProcess()];
    const waits = await Promise.all(
      Array.from({ length: 100 }, (_, call) => processes[call % 2]?.take([need(30)], clock.now())),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(30);
  });

  it('70 simultaneous calls against a shared rate limit of 60 need only three database statements', async () => {
    const process = openProcess();
    const waits: number[] = [];
    const burst = async () => {
      const calls = Array.from({ length: 70 }, () => process.take([need(60)], clock.now()));
      waits.push(...(await Promise.all(calls)));
    };
    const statements = await statementsOf(burst);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
    // Three statements: the first lease, one lease for all calls that waited for the first, and one that finds the
    // bucket empty.
    expect(statements.filter((text) => text === 'with request')).toHaveLength(3);
    clock.advance(minute);
    expect(await process.take([need(60)], clock.now())).toBe(0);
    const { granted } = await db.selectFrom('rate_buckets').select('granted').executeTakeFirstOrThrow();
    expect(granted).toBe(6);
  });

  it('a server process counts calls with its reserved tokens for one second without asking the database', async () => {
    const process = openProcess();
    const statementsOfCall = () => statementsOf(() => process.take([need(600)], clock.now()));
    await statementsOfCall();
    for (const milliseconds of [0, 999]) {
      clock.advance(milliseconds);
      expect([milliseconds, await statementsOfCall()]).toEqual([milliseconds, []]);
    }
    clock.advance(1);
    expect(await statementsOfCall()).toContain('with request');
  });

  it('100 callers who call at the same time reserve tokens of their rate limits with one database statement', async () => {
    const process = openProcess();
    // The first call of a process also deletes full buckets.
    await process.take([need(2)], clock.now());
    const waits: number[] = [];
    const call = async (_: unknown, caller: number) => {
      waits.push(await process.take([need(2, `read:account:${caller}`)], clock.now()));
    };
    const statements = await statementsOf(() => Promise.all(Array.from({ length: 100 }, call)));
    expect(statements.filter((text) => text === 'with request')).toHaveLength(1);
    expect(waits).toEqual(Array.from({ length: 100 }, () => 0));
  });

  it('when a rate limit is used up, a server process refuses calls without asking the database until the bucket has tokens again', async () => {
    const process = openProcess();
    expect(await countAllowed([process], 7, 6)).toBe(6);
    const refused = async () => expect(await countAllowed([process], 5, 6)).toBe(0);
    expect(await statementsOf(refused)).toEqual([]);
    clock.advance(10 * second - 1);
    expect(await process.take([need(6)], clock.now())).toBe(1);
  });

  it('an API call that needs more tokens than are left is refused, and a call that needs fewer is still allowed', async () => {
    const process = openProcess();
    const take = (amount: number) => process.take([{ ...need(10), amount }], clock.now());
    expect(await take(6)).toBe(0);
    expect(await take(5)).toBe(6 * second);
    expect(await take(4)).toBe(0);
    clock.advance(minute);
    expect(await take(11)).toBe(0);
    expect(await take(1)).toBe(6 * second);
  });

  it('a server process holds reserved rate limit tokens of at most 20,000 buckets', async () => {
    const process = openProcess();
    const isStored = async () => (await statementsOf(() => process.take([need(600)], clock.now()))).length === 0;
    const fill = (count: number) =>
      process.giveBack(Array.from({ length: count }, (_, index) => need(1, `read:address:${index}`)));
    await isStored();
    fill(19_999);
    expect(await isStored()).toBe(true);
    fill(20_000);
    expect(await isStored()).toBe(false);
  });

  it('leaseTokens returns the granted rate limit tokens, or how long to wait until the bucket holds enough of them', async () => {
    const request = { key: 'a', limit: 6, periodMs: minute, needed: 1, wanted: 4, returned: 0, now: start };
    const leaseAll = (...changes: object[]) =>
      leaseTokens(
        db,
        changes.map((change) => ({ ...request, ...change })),
      );
    expect(await leaseAll({}, { key: 'b', wanted: 6 })).toEqual([
      { granted: 4, waitMs: 0 },
      { granted: 6, waitMs: 0 },
    ]);
    expect(await leaseAll({ needed: 2 }, { key: 'b', needed: 2 })).toEqual([
      { granted: 2, waitMs: 0 },
      { granted: 0, waitMs: 20 * second },
    ]);
    expect(await leaseAll({ returned: 3, wanted: 2 }, { key: 'b', returned: 9, wanted: 9 })).toEqual([
      { granted: 2, waitMs: 0 },
      { granted: 6, waitMs: 0 },
    ]);
  });

  it('over five minutes, two server processes exceed a shared rate limit of 60 calls a minute by at most one call', async () => {
    const processes = [openProcess(), openProcess()];
    let allowed = 0;
    for (let at = 0; at < 300; at++) {
      allowed += await countAllowed(processes, 4, 60);
      clock.advance(second);
    }
    expect(allowed).toBeGreaterThanOrEqual(60 + 299 - 12);
    expect(allowed).toBeLessThanOrEqual(60 + 299 + 1);
  });

  it('a client that calls two server processes in turn and stays within the shared rate limit is never refused', async () => {
    const processes = [openProcess(), openProcess()];
    for (let call = 0; call < 120; call++) {
      expect(await countAllowed([processes[call % 2] as Process], 1, 60)).toBe(1);
      clock.advance(2 * second);
    }
  });

  it('a server process reserves a tenth of a shared rate limit at once: 60 calls with a limit of 600 need one reservation', async () => {
    await countAllowed([openProcess()], 60, 600);
    const { granted } = await db.selectFrom('rate_buckets').select('granted').executeTakeFirstOrThrow();
    expect(granted).toBe(60);
    const { full_at } = await db.selectFrom('rate_buckets').select('full_at').executeTakeFirstOrThrow();
    expect(full_at).toBe(start + 6 * second);
  });

  it('the rate limiter states when to repeat a refused call, and another server process allows the call at that time', async () => {
    const [one, other] = [openProcess(), openProcess()];
    expect(await countAllowed([one], 7, 6)).toBe(6);
    expect(await one.take([need(6)], clock.now())).toBe(10 * second);
    expect(await other.take([need(6)], clock.now())).toBe(10 * second);
    clock.advance(10 * second);
    expect(await other.take([need(6)], clock.now())).toBe(0);
    expect(await one.take([need(6)], clock.now())).toBe(10 * second);
  });

  it('an API call refused by one rate limit takes no token from the other rate limits that apply to the call', async () => {
    const process = openProcess();
    const crew = need(10, 'write:crew:10.0.0.1');
    expect(await process.take([crew, need(1)], clock.now())).toBe(0);
    for (let call = 0; call < 5; call++) expect(await process.take([crew, need(1)], clock.now())).toBeGreaterThan(0);
    let left = 0;
    while ((await process.take([crew], clock.now())) === 0) left += 1;
    expect(left).toBe(9);
  });

  it('a token that a server process gives back to a shared rate limit can be used again only by the same process', async () => {
    const [one, other] = [openProcess(), openProcess()];
    expect(await countAllowed([one], 3, 3)).toBe(3);
    one.giveBack([need(3)]);
    expect(await one.take([need(3)], clock.now())).toBe(0);
    expect(await one.take([need(3)], clock.now())).toBeGreaterThan(0);
    for (let call = 0; call < 9; call++) one.giveBack([need(3)]);
    expect(await countAllowed([one], 9, 3)).toBe(3);
    expect(await other.take([need(3)], clock.now())).toBeGreaterThan(0);
  });

  it('after the clock was set back an hour, the rate limiter refuses calls for at most a minute', async () => {
    expect(await countAllowed([openProcess()], 3, 3)).toBe(3);
    clock.advance(-hour);
    const later = openProcess();
    expect(await later.take([need(3)], clock.now())).toBeLessThanOrEqual(minute);
    clock.advance(minute);
    expect(await later.take([need(3)], clock.now())).toBe(0);
  });

  it('the database stores shared rate limits without the IP address in plain text, and deletes fully refilled ones within an hour', async () => {
    const process = openProcess();
    const storedKeys = async () => {
      const rows = await db.selectFrom('rate_buckets').select('key').orderBy('full_at').execute();
      return rows.map(({ key }) => key);
    };
    await process.take([need(60)], clock.now());
    await process.take([{ ...need(10, 'stored:10.0.0.1'), period: 'day' }], clock.now());
    const [refilled = '', filling] = await storedKeys();
    expect(`${refilled} ${filling}`).not.toContain('10.0.0.1');
    clock.advance(hour + second);
    await process.take([need(60, 'read:address:10.0.0.2')], clock.now());
    const keys = await storedKeys();
    expect(keys).toHaveLength(2);
    expect(keys).not.toContain(refilled);
    expect(keys).toContain(filling);
  });

  it('rate limits that are full again are deleted without waiting for those that another process is using, which avoids deadlocks', async () => {
    const buckets = ['unused 1', 'used', 'unused 2'].map((key) => ({ key, full_at: start - second, granted: 1 }));
    await db.insertInto('rate_buckets').values(buckets).execute();
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('rate_buckets').select('key').where('key', '=', 'used').forUpdate().execute();
      await deleteFullBuckets(db, start);
    });
    expect(await db.selectFrom('rate_buckets').select('key').execute()).toEqual([{ key: 'used' }]);
  });

  it('while the database of shared rate limits is unreachable, a server process counts calls by itself and reports one failure', async () => {
    const process = openProcess(openDatabase('postgres://landfall@127.0.0.1:1/landfall', { max: 1 }));
    const waits = await Promise.all(Array.from({ length: 10 }, () => process.take([need(4)], clock.now())));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(4);
    expect(await countAllowed([process], 10, 4)).toBe(0);
    expect(failures).toHaveLength(1);
  });
});

describe('a server with DATABASE_URL', () => {
  it('only a server with an external database counts calls for rate limits in the database', async () => {
    const url = 'postgres://landfall@127.0.0.1:5432/not-opened-by-the-test';
    const shared = await startTestApp({ clock, env: { DATABASE_URL: url, RATE_READ: '5' } });
    const alone = await startTestApp({ clock, env: { RATE_READ: '5' } });
    const health = async (app: typeof shared) => (await app.call('GET', '/api/health')).status;
    const countRows = async (app: typeof shared) =>
      (await app.db.selectFrom('rate_buckets').select('key').execute()).length;
    const callLater = () => {
      clock.advance(minute);
      return health(shared);
    };
    // After a database that was too busy to respond in time, a server counts calls by itself for five seconds.
    await expect.poll(async () => [await callLater(), await countRows(shared)], { timeout: 30_000 }).toEqual([200, 1]);
    for (let call = 0; call < 5; call++) expect(await health(alone)).toBe(200);
    expect(await health(alone)).toBe(429);
    expect(await countRows(alone)).toBe(0);
  });
});
