import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CallKey,
  findResponse,
  insertKey,
  mustReadAgain,
} from '../../../../server/http/idempotency/idempotency.repo.ts';
import { type PreparedCall, runPrepared } from '../../../../server/http/idempotency/keyed-call.ts';
import { abandonCall, findEarlierCall } from '../../../../server/http/idempotency/two-step-call.ts';
import { Refusal } from '../../../../server/http/refusal.ts';
import { createTestDatabase } from '../../../support/database.ts';

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
  it('runPrepared passes the value that the prepare function returns to the effect function', async () => {
    const effect = vi.fn(async () => {});
    expect(await run({ effect })).toMatchObject(succeeded);
    expect(effect).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'ready');
  });

  it('runPrepared does not call the prepare function when a call is repeated with its idempotency key', async () => {
    await run();
    const prepare = vi.fn(async () => 'ready');
    expect(await run({ prepare })).toMatchObject(succeeded);
    expect(prepare).not.toHaveBeenCalled();
  });

  it('runPrepared returns the stored response if its prepare function fails after an equal call has succeeded meanwhile', async () => {
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
    expect(await run()).toMatchObject({ status: 409, body: { code: 'USER_EXISTS', fields: { email: 'Taken.' } } });
  });

  it('a refusal thrown by the prepare function is not stored, so a repeated call can succeed', async () => {
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
  'mustReadAgain says whether a response is too large to be stored and must be read again (%s bytes: %s)',
  async (bytes, isRead) => {
    const call = { ...callKey, canReadAgain: true };
    const text = JSON.stringify({ text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length) });
    await insertKey(db, { call, status: 200, body: JSON.parse(text), text });
    const stored = await findResponse(db, call);
    expect(stored && mustReadAgain(stored)).toBe(isRead);
  },
);

describe('a call that has called a provider and is not finished', () => {
  const begin = () => insertKey(db, { call: callKey, status: null, body: { isAbandoned: false } });

  it('findEarlierCall waits until a call in progress with the same key has its response, and returns the response', async () => {
    await begin();
    const found = findEarlierCall(db, callKey, false);
    await db.updateTable('idempotency_keys').set({ status: 200, answer: '{"statusCode":200}' }).execute();
    expect(await found).toEqual({ response: { status: 200, body: { statusCode: 200 } } });
  });

  it('findEarlierCall returns the progress of an abandoned call, and that of the caller’s own call, without waiting', async () => {
    await begin();
    expect(await findEarlierCall(db, callKey, true)).toEqual({ progress: { isAbandoned: false } });
    await abandonCall(db, callKey, { isAbandoned: false });
    expect(await findEarlierCall(db, callKey, false)).toEqual({ progress: { isAbandoned: true } });
  });
});
