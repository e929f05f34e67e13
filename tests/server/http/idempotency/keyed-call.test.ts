import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CallKey,
  findResponse,
  hashRequest,
  insertKey,
  isReplayed,
  mustReadAgain,
} from '../../../../server/http/idempotency/idempotency.repo.ts';
import { type PreparedCall, runPrepared, saveResponses } from '../../../../server/http/idempotency/keyed-call.ts';
import { abandonCall, findEarlierCall } from '../../../../server/http/idempotency/two-step-call.ts';
import { Refusal } from '../../../../server/http/refusal.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { statementsOf } from '../../../support/statements.ts';

const { db } = await createTestDatabase();
const callKey: CallKey = {
  subject: 'anonymous:key-1',
  endpoint: 'resetPassword',
  key: 'key-1',
  hash: Buffer.from('h'),
};

const succeeded = { status: 200, body: { statusCode: 200 }, text: '{"statusCode":200}' };

beforeEach(() => db.deleteFrom('idempotency_keys').execute());

const run = (different: Partial<PreparedCall<unknown>> = {}) =>
  runPrepared({ db, callKey, prepare: async () => 'ready', effect: async () => {}, ...different });

describe('a prepared call', () => {
  it('for an API call that begins with slow work, runPrepared passes the result of the prepare function to the effect function', async () => {
    const effect = vi.fn(async () => {});
    expect(await run({ effect })).toMatchObject(succeeded);
    expect(effect).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'ready');
  });

  it('runPrepared does not call the prepare function when a call is repeated with the same idempotency key', async () => {
    await run();
    const prepare = vi.fn(async () => 'ready');
    expect(await run({ prepare })).toMatchObject(succeeded);
    expect(prepare).not.toHaveBeenCalled();
  });

  it('runPrepared returns the stored response if its prepare function fails but an identical call has succeeded in the meantime', async () => {
    const overtaken = run({
      prepare: async () => {
        await run();
        throw new Refusal(401, 'UNAUTHORIZED_REQUEST', 'The link was used.');
      },
    });
    expect(await overtaken).toMatchObject(succeeded);
  });

  it('a 409 refusal is stored for the idempotency key and returned again when the call is repeated', async () => {
    const taken = new Refusal(409, 'USER_EXISTS', 'Taken.', { fields: { email: 'Taken.' } });
    await expect(run({ effect: async () => Promise.reject(taken) })).rejects.toMatchObject({ status: 409 });
    const body = {
      ...{ statusCode: 409, code: 'USER_EXISTS', errorCode: 'USER_EXISTS', message: 'Taken.', requestId: 'key-1' },
      fields: { email: 'Taken.' },
    };
    expect(await run()).toEqual({ status: 409, body, text: expect.any(String) });
  });

  it.each([
    ['without a status', {}],
    ['with the status of a refusal', { status: 409, code: 'CLASH' }],
  ])('an unexpected error %s rolls a call back and is not stored, so a repeated call can succeed', async (_, parts) => {
    const fail = async () => Promise.reject(Object.assign(new Error('no luck'), parts));
    await expect(run({ effect: fail })).rejects.toThrow('no luck');
    expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
    expect(await run()).toEqual(succeeded);
  });

  it('if preparing an API call with an idempotency key ends in a refusal, the refusal is not stored, so a repeated call can succeed', async () => {
    await expect(run({ prepare: async () => Promise.reject(new Refusal(404, 'GONE', 'Gone.')) })).rejects.toThrow(
      'Gone.',
    );
    expect(await run()).toMatchObject(succeeded);
  });

  it('runPrepared stores nothing in the table of idempotency keys for a call without a key', async () => {
    expect(await run({ callKey: null })).toMatchObject(succeeded);
    expect(await db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  });
});

it.each([
  [1024, false],
  [1025, true],
])(
  'a response of %s bytes is not stored, but read again from the data when its API call is repeated: %s (true above 1,024 bytes)',
  async (bytes, isRead) => {
    const call = { ...callKey, canReadAgain: true };
    const text = JSON.stringify({ text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length) });
    await insertKey(db, { call, status: 200, body: JSON.parse(text), text });
    const stored = await findResponse(db, call);
    expect(stored && mustReadAgain(stored)).toBe(isRead);
  },
);

it.each([{ body: null }, { body: 'text' }, { body: { readAgain: false } }, { body: { statusCode: 200 } }])(
  'the stored response %j is returned as it is when its API call is repeated, because it was small enough to be stored',
  ({ body }) => {
    expect(mustReadAgain({ status: 200, body })).toBe(false);
  },
);

it.each([
  [1024, true],
  [1025, false],
])(
  'a refusal with a body of %s bytes is stored for its idempotency key: %s (true only up to 1,024 bytes)',
  async (bytes, isStored) => {
    const refusalOf = (text: string) => new Refusal(409, 'CLASH', text);
    const empty = Buffer.byteLength(JSON.stringify(refusalOf('').toBody(callKey.key)));
    const refusal = refusalOf('x'.repeat(bytes - empty));
    await expect(run({ effect: async () => Promise.reject(refusal) })).rejects.toMatchObject({ code: 'CLASH' });
    expect((await findResponse(db, callKey))?.status).toBe(isStored ? 409 : undefined);
  },
);

it('a large response of a call whose data cannot be read again is stored in full with its idempotency key', async () => {
  const body = { text: 'x'.repeat(5000) };
  await insertKey(db, { call: callKey, status: 200, body });
  expect(await findResponse(db, callKey)).toEqual({ status: 200, body });
  const other = { ...callKey, key: 'key-2', canReadAgain: true };
  await insertKey(db, { call: other, status: 409, body });
  expect(await findResponse(db, other)).toEqual({ status: 409, body });
});

describe('an idempotency key', () => {
  it('different callers and different endpoints can use the same idempotency key independently', async () => {
    await insertKey(db, { call: callKey, status: 200, body: 'first' });
    expect(await findResponse(db, { ...callKey, subject: 'another' })).toBeUndefined();
    expect(await findResponse(db, { ...callKey, endpoint: 'another' })).toBeUndefined();
    expect(await findResponse(db, { ...callKey, key: 'another' })).toBeUndefined();
    for (const other of [{ subject: 'another' }, { endpoint: 'another' }, { key: 'another' }])
      expect(await insertKey(db, { call: { ...callKey, ...other }, status: 200, body: 'other' })).toBe(true);
    expect(await insertKey(db, { call: callKey, status: 200, body: 'second' })).toBe(false);
    expect(await findResponse(db, callKey)).toEqual({ status: 200, body: 'first' });
  });

  it('reusing an idempotency key for a different request is refused with 422, even while the first request is in progress', async () => {
    await insertKey(db, { call: callKey, status: null, body: { isAbandoned: false } });
    await expect(findResponse(db, { ...callKey, hash: Buffer.from('other') })).rejects.toMatchObject({
      ...{ status: 422, code: 'IDEMPOTENCY_KEY_REUSED', message: 'This key was used for another request.' },
    });
  });

  it('while the first call with an idempotency key is in progress, a retry is refused with 409 and may be repeated after one second', async () => {
    await insertKey(db, { call: callKey, status: null, body: { isAbandoned: false } });
    const retry = { ...callKey };
    await expect(findResponse(db, retry)).rejects.toMatchObject({
      ...{ status: 409, code: 'IN_PROGRESS', retryAfter: 1, message: 'The same call is still being worked on.' },
    });
    expect(isReplayed(retry)).toBe(false);
  });

  it('the stored hash of a request depends on the server’s secret and on every part of the request', () => {
    const request = [undefined, undefined, { password: 'Landfall#2026' }];
    expect(hashRequest('one', request)).toEqual(hashRequest('one', request));
    expect(hashRequest('one', request)).not.toEqual(hashRequest('other', request));
    expect(hashRequest('one', request)).not.toEqual(hashRequest('one', [request[2]]));
  });
});

describe('a batch of keyed calls', () => {
  const result = { status: 200, body: { statusCode: 200 }, text: '{"statusCode":200}' };
  const clash = new Refusal(409, 'CLASH', 'There is one already.');

  it('saveResponses stores results and permanent refusals of API calls, and returns false only for an idempotency key used before', async () => {
    const keyOf = (subject: string) => ({ ...callKey, subject });
    await insertKey(db, { call: keyOf('repeated'), status: 200, body: 'earlier' });
    const saved = await db.transaction().execute((tx) =>
      saveResponses(tx, [
        { callKey: null, outcome: { result } },
        { callKey: keyOf('accepted'), outcome: { result } },
        { callKey: keyOf('refused'), outcome: { error: clash } },
        { callKey: keyOf('limited'), outcome: { error: new Refusal(429, 'RATE_LIMITED', 'Later.') } },
        { callKey: keyOf('repeated'), outcome: { result } },
      ]),
    );
    expect(saved).toEqual([true, true, true, true, false]);
    const rows = db.selectFrom('idempotency_keys').select(['subject', 'status', 'answer']).orderBy('subject');
    expect(await rows.execute()).toEqual([
      { subject: 'accepted', status: 200, answer: { statusCode: 200 } },
      { subject: 'refused', status: 409, answer: clash.toBody('key-1') },
      { subject: 'repeated', status: 200, answer: 'earlier' },
    ]);
  });

  it('saveResponses sends no statement to the database if none of the calls has an idempotency key', async () => {
    await db.transaction().execute(async (tx) => {
      const save = async () =>
        expect(await saveResponses(tx, [{ callKey: null, outcome: { result } }])).toEqual([true]);
      expect(await statementsOf(save)).toEqual([]);
    });
  });
});

it('marking a call as abandoned changes neither other idempotency keys nor a stored response', async () => {
  const others = [
    { ...callKey, subject: 'another' },
    { ...callKey, endpoint: 'another' },
    { ...callKey, key: 'another' },
  ];
  for (const call of [callKey, ...others]) await insertKey(db, { call, status: null, body: { isAbandoned: false } });
  await abandonCall(db, callKey, { isAbandoned: false });
  for (const call of others)
    expect(await findEarlierCall(db, call, true)).toEqual({ progress: { isAbandoned: false } });
  const finished = { ...callKey, key: 'finished' };
  await insertKey(db, { call: finished, status: 200, body: { statusCode: 200 } });
  await abandonCall(db, finished, { isAbandoned: false });
  expect(await findEarlierCall(db, finished, true)).toEqual({ response: { status: 200, body: { statusCode: 200 } } });
});

it('findEarlierCall marks a retry as replayed, but not the call that stored the response', async () => {
  const [own, retry] = [{ ...callKey }, { ...callKey }];
  await insertKey(db, { call: callKey, status: 200, body: { statusCode: 200 } });
  await findEarlierCall(db, own, true);
  await findEarlierCall(db, retry, false);
  expect([isReplayed(own), isReplayed(retry)]).toEqual([false, true]);
  expect(await findEarlierCall(db, { ...callKey, key: 'unused' }, false)).toBeNull();
});

describe('a call that has called a provider and is not finished', () => {
  const begin = () => insertKey(db, { call: callKey, status: null, body: { isAbandoned: false } });

  it('findEarlierCall waits for a call in progress with the same idempotency key and returns its response', async () => {
    await begin();
    const found = findEarlierCall(db, callKey, false);
    await db.updateTable('idempotency_keys').set({ status: 200, answer: '{"statusCode":200}' }).execute();
    expect(await found).toEqual({ response: { status: 200, body: { statusCode: 200 } } });
  });

  it('findEarlierCall waits at most five seconds for an unfinished call, and then returns the progress that the call has stored', async () => {
    await begin();
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => pauses.push(milliseconds);
    expect(await findEarlierCall(db, callKey, false, pause)).toEqual({ progress: { isAbandoned: false } });
    expect(pauses.reduce((sum, each) => sum + each, 0)).toBe(5000);
    await findEarlierCall(db, callKey, true, pause);
    expect(pauses).toHaveLength(100);
  });

  it('findEarlierCall returns the stored progress of a call without waiting if the call was abandoned or is the caller’s own', async () => {
    await begin();
    expect(await findEarlierCall(db, callKey, true)).toEqual({ progress: { isAbandoned: false } });
    const progress = { isAbandoned: false, placed: 'order-7' };
    await abandonCall(db, callKey, progress);
    expect(await findEarlierCall(db, callKey, false)).toEqual({ progress: { isAbandoned: true, placed: 'order-7' } });
  });
});
