import { beforeEach, expect, it, vi } from 'vitest';
import { type ClientError, clientErrorSchema, errorLengths } from '../../../../contract/telemetry.ts';
import { ErrorLog } from '../../../../src/offline/reports/error-log.ts';
import { settled } from '../../../machines/settled.ts';

const place = { urlLocation: '/register', userAgent: 'Firefox', release: 'start-Ab12Cd34' };
const sent: ClientError[] = [];
let isReached = true;
let path = '';

function openLog() {
  return new ErrorLog({
    deliver: async (report) => {
      sent.push(report);
      return isReached;
    },
    now: () => Date.parse('2026-03-01T09:00:00Z'),
    path: () => path,
    environment: () => place,
  });
}

beforeEach(() => {
  sent.length = 0;
  isReached = true;
  path = '';
});

it('the error log sends an error with its stack, release, time and URL in the format of the API contract', () => {
  openLog().report(new TypeError('x is undefined'), { source: 'page' });
  expect(sent).toEqual([
    {
      ...place,
      source: 'page',
      name: 'TypeError',
      message: 'x is undefined',
      stack: expect.stringContaining('error-log.test.ts'),
      status: null,
      code: null,
      timestamp: '2026-03-01T09:00:00.000Z',
    },
  ]);
  expect(clientErrorSchema.safeParse(sent[0]).success).toBe(true);
});

it('the error log’s reports fit the API contract even for very long errors and for thrown values that are no errors', () => {
  const long = new Error('x'.repeat(5000));
  long.stack = 'y'.repeat(50_000);
  long.name = 'z'.repeat(500);
  const log = openLog();
  for (const error of [long, 'a text', undefined, null, 7, { message: 'none' }]) log.report(error, { source: 'page' });
  expect(sent).toHaveLength(6);
  expect(sent[0]).toMatchObject({ name: 'z'.repeat(errorLengths.name), message: 'x'.repeat(errorLengths.message) });
  expect(sent[0]?.stack).toBe('y'.repeat(errorLengths.stack - 1));
  expect(sent.slice(1).map(({ name, message, stack }) => [name, message, stack])).toEqual([
    ['string', 'a text', null],
    ['undefined', 'undefined', null],
    ['object', 'null', null],
    ['number', '7', null],
    // What a thrown object contains may be personal.
    ['object', 'an object was thrown', null],
  ]);
  for (const report of sent) expect(clientErrorSchema.safeParse(report).error).toBeUndefined();
});

it('the error log appends the last state machine steps to the error’s stack, with email addresses removed', () => {
  path = 'login: identifier.submit > lookingUp; login: done.actor.lookUp > choosingMethod';
  const log = openLog();
  const long = new Error('deep');
  long.stack = 'y'.repeat(50_000);
  log.report(long, { source: 'page' });
  log.report('a text', { source: 'page' });
  path = `login: asha.nair@example.com ${'z'.repeat(9000)}`;
  log.report(new Error('odd'), { source: 'page' });
  expect(sent[0]?.stack).toMatch(/^y+\nLast path: login: identifier\.submit > lookingUp; .+choosingMethod$/);
  expect(sent[0]?.stack).toHaveLength(errorLengths.stack);
  expect(sent[1]?.stack).toBe(
    'Last path: login: identifier.submit > lookingUp; login: done.actor.lookUp > choosingMethod',
  );
  expect(sent[2]?.stack).toMatch(/\nLast path: login: \[email\] z+$/);
  expect(sent[2]?.stack?.split('Last path: ')[1]).toHaveLength(1500);
  for (const report of sent) expect(clientErrorSchema.safeParse(report).error).toBeUndefined();
});

it('the error log reports a repeated page error only once, but reports every failed student registration, even with the same error', () => {
  const log = openLog();
  const error = new Error('again');
  for (let thrown = 0; thrown < 3; thrown++) log.report(error, { source: 'page' });
  expect(sent).toHaveLength(1);
  for (let failed = 0; failed < 3; failed++)
    log.report(error, { source: 'registration', status: 409, code: 'USER_EXISTS' });
  expect(sent).toHaveLength(4);
  expect(sent[3]).toMatchObject({ source: 'registration', status: 409, code: 'USER_EXISTS' });
});

it('the error log sends at most twenty error reports in a visit', () => {
  const log = openLog();
  for (let thrown = 0; thrown < 10; thrown++) log.report(new Error('fault'), { source: 'registration' });
  for (let thrown = 0; thrown < 50; thrown++) log.report(new Error(`fault ${thrown}`), { source: 'page' });
  expect(sent).toHaveLength(20);
  log.report(new Error('fault'), { source: 'registration' });
  expect(sent).toHaveLength(20);
});

it('the error log sends an undelivered report again on each reconnect, up to three attempts in total', async () => {
  isReached = false;
  const log = openLog();
  log.report(new Error('no network'), { source: 'registration' });
  await settled();
  expect(sent).toHaveLength(1);
  for (let back = 0; back < 5; back++) {
    log.retry();
    await settled();
  }
  expect(sent).toHaveLength(3);
});

it('the error log does not send a report again once it was delivered', async () => {
  isReached = false;
  const log = openLog();
  log.report(new Error('no network'), { source: 'registration' });
  await settled();
  isReached = true;
  log.retry();
  await settled();
  log.retry();
  await settled();
  expect(sent).toHaveLength(2);
});

it('reporting an error does not throw when sending the report fails, and the report is sent again later', async () => {
  const deliver = vi.fn(async () => Promise.reject(new Error('x')));
  const log = new ErrorLog({
    deliver,
    now: Date.now,
    path: () => path,
    environment: () => place,
  });
  expect(() => log.report(new Error('fault'), { source: 'page' })).not.toThrow();
  await settled();
  log.retry();
  expect(deliver).toHaveBeenCalledTimes(2);
});
