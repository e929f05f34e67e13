import { describe, expect, it } from 'vitest';
import { idempotencyKeyTimes } from '../../../../contract/limits.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { deliveryOf } from '../../../../src/offline/outbox/delivery.ts';
import { saveForm } from '../../../../src/offline/outbox/form-rules.ts';
import type { OutboxAction, OutboxRow, RowFault } from '../../../../src/offline/outbox/row.ts';
import {
  addRow,
  claimNext,
  countUnsent,
  type Delivery,
  discardRow,
  hasEarlierChange,
  pausedUntil,
  releaseAbandoned,
  releaseSignedIn,
  retryDelay,
  retryRow,
  settleRow,
} from '../../../../src/offline/outbox/row-rules.ts';
import { addCourse, enquiry, full, noResponse, removeCourse } from './fake-device.ts';

const add = (rows: OutboxRow[], action: Parameters<typeof addRow>[1], student = 'asha') =>
  addRow(rows, action, student, 0);
const keys = (rows: OutboxRow[]) => rows.map(({ key }) => key);

const addPackage = (id: number): OutboxAction => ({
  key: `add-package-${id}`,
  kind: 'cart.add',
  payload: { type: 'package', package_id: id, batches: [{ course_id: 1, batch_id: 10 }] },
  title: `Add package ${id}`,
  quotedPrice: 9000,
});
const removePackage = (id: number): OutboxAction => ({
  key: `remove-package-${id}`,
  kind: 'cart.remove',
  payload: { item_type: 'package', package_id: id },
  title: `Remove package ${id}`,
  quotedPrice: null,
});

/** The outbox row of an addition of course 1 to the cart, with these values in some fields. */
function rowWith(fields: Partial<Omit<OutboxRow, 'kind' | 'payload'>>): OutboxRow {
  const [row] = add([], addCourse(1)).rows;
  if (!row) throw new Error('The row was not added');
  return { ...row, ...fields };
}
const unconfirmed: RowFault = { code: 'UNCONFIRMED', message: 'We do not know.', isFinal: false };
const refusal: RowFault = { code: 'BATCH_FULL', message: 'Full.', isFinal: true };
const lost = { code: 'NO_RESPONSE', message: 'No response from server' };

describe('the rows of the outbox', () => {
  it('removing a course from the cart deletes the course’s addition from the outbox if the addition was never sent', () => {
    const { rows } = add(add([], addCourse(1)).rows, addCourse(2));
    const removed = add(rows, removeCourse(1));
    expect(removed.replaced).toEqual(['add-1-10']);
    expect(keys(removed.rows)).toEqual(['add-2-20', 'remove-1']);
  });

  it('an addition that may have reached the server is not deleted from the outbox when the course is removed from the cart', () => {
    const [row] = add([], addCourse(1)).rows;
    const sent = row ? [{ ...row, attempts: 1 }] : [];
    expect(keys(add(sent, removeCourse(1)).rows)).toEqual(['add-1-10', 'remove-1']);
  });

  it('removing a course a second time adds no second removal to the outbox while the first is waiting', () => {
    const first = add([], removeCourse(1)).rows;
    const again = add(add(first, addCourse(1)).rows, { ...removeCourse(1), key: 'other-key' });
    expect(keys(again.rows)).toEqual(['remove-1']);
    expect(again.key).toBe('remove-1');
  });

  it('a second tap on “add” leaves one addition of the course in the outbox, and choosing another batch replaces this addition', () => {
    const first = add([], addCourse(1)).rows;
    expect(add(first, { ...addCourse(1), key: 'second-tap' })).toMatchObject({ key: 'add-1-10', replaced: [] });
    expect(keys(add(first, addCourse(1, 11)).rows)).toEqual(['add-1-11']);
  });

  it('when a student adds or removes a course, another student’s waiting addition of that course stays in the outbox', () => {
    const first = add([], addCourse(1)).rows;
    const otherBatch = add(first, addCourse(1, 11), 'dev');
    expect(otherBatch).toMatchObject({ key: 'add-1-11', replaced: [] });
    expect(keys(otherBatch.rows)).toEqual(['add-1-10', 'add-1-11']);
    const sameBatch = add(first, { ...addCourse(1), key: 'key-of-dev' }, 'dev');
    expect(sameBatch).toMatchObject({ key: 'key-of-dev', replaced: [] });
    expect(sameBatch.rows.map(({ user }) => user)).toEqual(['asha', 'dev']);
    const removal = add(first, removeCourse(1), 'dev');
    expect(removal.replaced).toEqual([]);
    expect(keys(removal.rows)).toEqual(['add-1-10', 'remove-1']);
  });

  it('adding a course with another batch replaces the course’s refused addition in the outbox', () => {
    const { row, rows } = claimNext(add([], addCourse(1)).rows, 'asha', 0);
    const refused = row ? settleRow(rows, row, full, 0) : [];
    expect(keys(add(refused, addCourse(1, 11)).rows)).toEqual(['add-1-11']);
  });

  it('after eight server errors for a change, the outbox stops retrying and waits for the student’s decision', () => {
    const [row] = add([], addCourse(1)).rows;
    const failing = deliveryOf(new ApiError('refused', 'Internal server error', 500));
    const { row: eighth, rows } = claimNext(row ? [{ ...row, attempts: 40, failures: 7 }] : [], 'asha', 0);
    expect(eighth ? settleRow(rows, eighth, failing, 0) : []).toMatchObject([{ state: 'needsAttention' }]);
    const { row: second, rows: others } = claimNext(row ? [{ ...row, attempts: 40 }] : [], 'asha', 0);
    expect(second ? settleRow(others, second, failing, 0) : []).toMatchObject([{ state: 'waiting' }]);
  });

  describe('a row whose idempotency key the server may have deleted', () => {
    const { repeated } = idempotencyKeyTimes;
    const message = 'We do not know whether this arrived. Look at your cart, then try again or discard it.';
    const fault: RowFault = { code: 'UNCONFIRMED', message, isFinal: false };
    /** The outbox rows after an addition to the cart was sent at `sentAt` and got no response. */
    function sentOnce(sentAt: number): OutboxRow[] {
      const { row, rows } = claimNext(add([], addCourse(1)).rows, 'asha', sentAt);
      return row ? settleRow(rows, row, noResponse, sentAt) : [];
    }

    it('the outbox resends an unanswered change for 29 days, and then waits for the student’s decision', () => {
      expect(claimNext(sentOnce(0), 'asha', repeated).row).toMatchObject({ key: 'add-1-10', state: 'sending' });
      expect(claimNext(sentOnce(0), 'asha', repeated + 1)).toMatchObject({
        rows: [{ state: 'needsAttention', lastError: fault, attempts: 1 }],
        row: null,
        expired: { key: 'add-1-10', fault },
      });
    });

    it('a change whose first sending is dated more than 29 days in the future, by a wrong clock, waits for the student’s decision', () => {
      expect(claimNext(sentOnce(2 * repeated), 'asha', repeated - 1)).toMatchObject({
        rows: [{ state: 'needsAttention', lastError: fault }],
        row: null,
      });
    });

    it('after 29 days without a response to a sent form, the message in the outbox says that the student can try again or discard the form', () => {
      const rows = saveForm([], enquiry, 0, 'unanswered');
      expect(claimNext(rows, 'asha', repeated + 1).expired?.fault.message).toBe(
        'We do not know whether this arrived. You can try again or discard it.',
      );
    });

    it('a change without a response is resent until 29 days after it was first sent, not after it was made', () => {
      const rows = sentOnce(2 * repeated);
      expect(rows).toMatchObject([{ createdAt: 0, attempts: 1, state: 'waiting' }]);
      expect(claimNext(rows, 'asha', 2 * repeated + 1).row).toMatchObject({ key: 'add-1-10', attempts: 2 });
    });

    it('if the outbox did not store when a change was first sent, the change is resent until 29 days after it was made', () => {
      const [row] = add([], addCourse(1)).rows;
      const rows = row ? [{ ...row, attempts: 1 }] : [];
      expect(claimNext(rows, 'asha', repeated).row).toMatchObject({ key: 'add-1-10' });
      expect(claimNext(rows, 'asha', repeated + 1).expired).toEqual({ key: 'add-1-10', fault });
    });

    it('a change that the student retries after 29 days gets a new idempotency key and is resent for another 29 days', () => {
      const { rows } = claimNext(sentOnce(0), 'asha', repeated + 1);
      const retried = retryRow(rows, 'add-1-10', 'new-key', repeated + 2);
      expect(retried).toMatchObject([{ key: 'new-key', state: 'waiting', attempts: 1, lastError: null }]);
      expect(claimNext(retried, 'asha', 2 * repeated).row).toMatchObject({ key: 'new-key', attempts: 2 });
    });
  });

  it('the outbox classifies a failed call as refused, signed out or unanswered, but an unreadable 200 response as delivered', () => {
    const kinds = [400, 401, 409, 422, 429, 503].map(
      (status) => deliveryOf(new ApiError('refused', 'No', status)).kind,
    );
    expect(kinds).toEqual(['refused', 'signedOut', 'refused', 'refused', 'unanswered', 'unanswered']);
    expect(deliveryOf(new ApiError('offline', 'No response from server')).kind).toBe('unanswered');
    expect(deliveryOf(new DOMException('late', 'TimeoutError')).kind).toBe('unanswered');
    expect(deliveryOf(new ApiError('broken', 'unreadable', 200)).kind).toBe('delivered');
  });
});

describe('a change of an item that has an earlier change', () => {
  it('removing a course package from the cart deletes only the waiting addition of this package from the outbox', () => {
    const rows = [addCourse(7), addPackage(7), addPackage(8)].reduce(
      (all, one) => add(all, one).rows,
      [] as OutboxRow[],
    );
    expect(keys(add(rows, removePackage(7)).rows)).toEqual(['add-7-70', 'add-package-8', 'remove-package-7']);
    expect(keys(add(rows, removeCourse(7)).rows)).toEqual(['add-package-7', 'add-package-8', 'remove-7']);
  });

  it.each([
    ['was refused', { state: 'needsAttention', lastError: refusal, attempts: 1 }, ['add-1-11']],
    ['waits for sign-in', { state: 'needsAuth' }, ['add-1-11']],
    ['may have arrived', { state: 'needsAttention', lastError: unconfirmed, attempts: 1 }, ['add-1-10', 'add-1-11']],
    ['failed too often', { state: 'needsAttention', lastError: null, attempts: 8 }, ['add-1-10', 'add-1-11']],
    ['is being sent', { state: 'sending', attempts: 1 }, ['add-1-10', 'add-1-11']],
  ] as const)(
    'choosing another batch of a course deletes its earlier addition from the outbox unless the server may have it: the addition %s',
    (_, fields, left) => {
      expect(keys(add([rowWith(fields)], addCourse(1, 11)).rows)).toEqual(left);
    },
  );

  it('adding a course replaces a refused removal of the course in the outbox', () => {
    const { row, rows } = claimNext(add([], removeCourse(1)).rows, 'asha', 0);
    const refused = row ? settleRow(rows, row, full, 0) : [];
    expect(add(refused, addCourse(1))).toMatchObject({
      key: 'add-1-10',
      replaced: ['remove-1'],
      rows: [{ sequence: 2 }],
    });
  });

  it('adding a course with the same batch again replaces the refused addition in the outbox', () => {
    const refused = rowWith({ state: 'needsAttention', lastError: refusal, attempts: 1 });
    const again = add([refused], { ...addCourse(1), key: 'second-try' });
    expect(again).toMatchObject({ key: 'second-try', replaced: ['add-1-10'] });
    expect(again.rows).toMatchObject([{ key: 'second-try', state: 'waiting', attempts: 0 }]);
  });

  it.each([
    ['waits', {}, true],
    ['is being sent', { state: 'sending', attempts: 1 }, true],
    ['waits for sign-in', { state: 'needsAuth' }, true],
    ['needs the student’s decision', { state: 'needsAttention', lastError: unconfirmed }, false],
    ['was delivered', { state: 'delivered', attempts: 1 }, false],
    ['is that of another student', { user: 'dev' }, false],
  ] as const)(
    'whether a change in the outbox that %s must be sent before later changes of the same course: %s',
    (_, fields, isHeldUp) => {
      const { rows } = add([rowWith(fields)], addCourse(3));
      expect(hasEarlierChange(rows, removeCourse(1), 'asha')).toBe(isHeldUp);
      expect(hasEarlierChange(rows, removeCourse(2), 'asha')).toBe(false);
    },
  );
});

it('the outbox sends the change with the lowest sequence number first, even if the rows are read in another order', () => {
  const rows = [
    rowWith({ key: 'third', sequence: 3 }),
    rowWith({ key: 'first' }),
    rowWith({ key: 'second', sequence: 2 }),
  ];
  const claim = claimNext(rows, 'asha', 5);
  expect(claim.row).toEqual({ ...rows[1], state: 'sending', attempts: 1, firstSentAt: 5 });
  expect(claim.rows).toEqual([rows[0], claim.row, rows[2]]);
});

describe('the delay of retries', () => {
  it.each([
    [1, 1, 2_000],
    [1, 0, 1_000],
    [2, 1, 4_000],
    [5, 1, 32_000],
    [6, 1, 60_000],
    [6, 0, 30_000],
    [10_000, 1, 60_000],
  ])(
    'after %i attempts and with the random number %f, the retry delay of the outbox is %i ms',
    (attempts, random, delay) => {
      expect(retryDelay(attempts, random)).toBe(delay);
    },
  );

  it('pausedUntil returns the latest retry time (from Retry-After) of all waiting outbox rows', () => {
    const rows = [
      rowWith({ retryAt: 2_000 }),
      rowWith({ retryAt: 5_000 }),
      rowWith({}),
      rowWith({ state: 'needsAttention', retryAt: 9_000 }),
    ];
    expect(pausedUntil(rows)).toBe(5_000);
    expect(pausedUntil([rowWith({})])).toBe(0);
  });

  it('sending an outbox row deletes the row’s retry time, and a response with Retry-After sets a new one', () => {
    const { row, rows } = claimNext([rowWith({ retryAt: 2_000 })], 'asha', 3_000);
    expect(row && 'retryAt' in row).toBe(false);
    const fault: RowFault = { code: 'UNAVAILABLE', message: 'Busy', isFinal: false };
    const busy: Delivery = { kind: 'unanswered', isFromServer: true, retryAfterMs: 20_000, fault };
    expect(row && settleRow(rows, row, busy, 3_000)).toMatchObject([{ retryAt: 23_000, failures: 1 }]);
    expect(row && settleRow(rows, row, noResponse, 3_000).map(({ retryAt }) => retryAt)).toEqual([undefined]);
    const eighth = row && { ...row, failures: 7 };
    const [failed] = eighth ? settleRow([eighth], eighth, busy, 3_000) : [];
    expect(failed).toMatchObject({ state: 'needsAttention', failures: 8 });
    expect(failed?.retryAt).toBeUndefined();
  });

  it('without any response, the outbox retries a change even after 40 attempts', () => {
    const { row, rows } = claimNext([rowWith({ attempts: 40, failures: 7 })], 'asha', 0);
    expect(row && settleRow(rows, row, noResponse, 0)).toEqual([
      { ...row, state: 'waiting', attempts: 41, failures: 7, lastError: { ...lost, isFinal: false } },
    ]);
  });
});

describe('the state of a row', () => {
  const states = ['waiting', 'sending', 'needsAuth', 'needsAttention'] as const;
  const rows = states.map((state) => rowWith({ key: state, state, lastError: refusal }));
  const statesOf = (changed: OutboxRow[]) => changed.map(({ state }) => state);

  it('after a tab was closed, outbox rows with the status “sending” get the status “waiting”, and no other row changes', () => {
    expect(statesOf(releaseAbandoned(rows))).toEqual(['waiting', 'waiting', 'needsAuth', 'needsAttention']);
  });

  it('after a sign-in, the student’s outbox rows with the status “needsAuth” get the status “waiting”, and no other row changes', () => {
    expect(statesOf(releaseSignedIn(rows, 'asha'))).toEqual(['waiting', 'sending', 'waiting', 'needsAttention']);
    expect(releaseSignedIn(rows, 'dev')).toEqual(rows);
  });

  it('if the server requires sign-in for an outbox row, the row gets the status “needsAuth”, and the attempt is not counted', () => {
    const { row, rows: sending } = claimNext([rowWith({})], 'asha', 0);
    expect(row && settleRow(sending, row, { kind: 'signedOut' }, 0)).toMatchObject([
      { state: 'needsAuth', attempts: 0 },
    ]);
  });

  it('a student’s retry changes only the chosen outbox row, and only if the row has the status “needsAttention”', () => {
    for (const state of ['waiting', 'sending', 'needsAuth']) expect(retryRow(rows, state, 'new-key', 5)).toEqual(rows);
    const retried = retryRow(rows, 'needsAttention', 'new-key', 5);
    expect(retried.slice(0, 3)).toEqual(rows.slice(0, 3));
    expect(retried[3]).toMatchObject({ key: 'new-key', state: 'waiting', attempts: 0, failures: 0, firstSentAt: 5 });
  });

  it.each([
    ['too many server errors', { ...refusal, isFinal: false }],
    ['an unknown error', null],
  ])(
    'when the student retries an outbox row after %s, the row keeps its idempotency key and its error count restarts at 0',
    (_, lastError) => {
      const failed = rowWith({ state: 'needsAttention', attempts: 9, failures: 8, firstSentAt: 1, lastError });
      expect(retryRow([failed], 'add-1-10', 'new-key', 5)).toEqual([
        { ...failed, state: 'waiting', failures: 0, lastError: null },
      ]);
    },
  );

  it('discarding an outbox row deletes only this row, but a row that is being sent cannot be discarded', () => {
    expect(keys(discardRow(rows, 'needsAuth'))).toEqual(['waiting', 'sending', 'needsAttention']);
    expect(keys(discardRow(rows, 'sending'))).toEqual(states);
  });
});

it('countUnsent counts the unsent changes of the student and of anonymous visitors, but not the receipts of sent forms', () => {
  const receipt: OutboxRow = { ...rowWith({ state: 'delivered' }), kind: 'receipt', payload: { reference: 'LFE-1' } };
  const rows = [rowWith({}), rowWith({ user: null }), rowWith({ user: 'dev' }), receipt];
  expect(countUnsent(rows, 'asha')).toBe(2);
  expect(countUnsent(rows, null)).toBe(1);
});

describe('the result of a failed call of the outbox', () => {
  const failure = (code: string) => ({ statusCode: 409, code, errorCode: code, message: 'No.', requestId: 'r' });
  const refused = (status: number, code?: string) =>
    deliveryOf(new ApiError('refused', 'No', status, code ? { failure: failure(code) } : {}));

  it.each([408, 425, 429, 500, 599])(
    'a change to which the server responds with %i counts as unanswered, so that the outbox sends it again',
    (status) => {
      const fault: RowFault = { code: 'UNKNOWN_ERROR', message: 'An error occurred', isFinal: false };
      expect(refused(status)).toEqual({ kind: 'unanswered', fault, isFromServer: true, retryAfterMs: 0 });
    },
  );

  it('a change to which the server responds with IN_PROGRESS counts as unanswered, so that the outbox sends it again', () => {
    const fault: RowFault = { code: 'IN_PROGRESS', message: 'No.', isFinal: false };
    expect(refused(409, 'IN_PROGRESS')).toMatchObject({ kind: 'unanswered', fault, isFromServer: true });
  });

  it.each([400, 404, 409, 499])('a change to which the server responds with %i counts as finally refused', (status) => {
    expect(refused(status, 'BATCH_FULL')).toEqual({
      kind: 'refused',
      fault: { code: 'BATCH_FULL', message: 'No.', isFinal: true },
    });
  });

  it('a change with an unreadable response counts as delivered for a status below 400, otherwise as refused', () => {
    expect(deliveryOf(new ApiError('broken', 'unreadable', 399))).toEqual({ kind: 'delivered' });
    expect(deliveryOf(new ApiError('broken', 'unreadable', 400)).kind).toBe('refused');
  });

  it('an unanswered change is sent again after the time in a proxy’s Retry-After header', () => {
    const fault: RowFault = { code: 'NO_RESPONSE', message: 'No response from server', isFinal: false };
    const unanswered = { kind: 'unanswered', fault, isFromServer: false };
    const proxy = new ApiError('offline', 'No response from server', 0, { retryAfterMs: 7_000 });
    expect(deliveryOf(proxy)).toEqual({ ...unanswered, retryAfterMs: 7_000 });
    expect(deliveryOf(new TypeError('Failed to fetch'))).toEqual({ ...unanswered, retryAfterMs: 0 });
  });
});
