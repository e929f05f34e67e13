import { describe, expect, it } from 'vitest';
import { idempotencyKeyTimes } from '../../../../contract/limits.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { deliveryOf } from '../../../../src/offline/outbox/delivery.ts';
import { saveForm } from '../../../../src/offline/outbox/form-rules.ts';
import type { OutboxRow } from '../../../../src/offline/outbox/row.ts';
import { addRow, claimNext, retryRow, settleRow } from '../../../../src/offline/outbox/row-rules.ts';
import { addCourse, enquiry, full, noResponse, removeCourse } from './fake-device.ts';

const add = (rows: OutboxRow[], action: Parameters<typeof addRow>[1], student = 'asha') =>
  addRow(rows, action, student, 0);
const keys = (rows: OutboxRow[]) => rows.map(({ key }) => key);

describe('the rows of the outbox', () => {
  it('removing a course cancels its addition to the cart if that is still waiting in the outbox and was never sent', () => {
    const { rows } = add(add([], addCourse(1)).rows, addCourse(2));
    const removed = add(rows, removeCourse(1));
    expect(removed.replaced).toEqual(['add-1-10']);
    expect(keys(removed.rows)).toEqual(['add-2-20', 'remove-1']);
  });

  it('removing a course keeps its addition in the outbox if that may have reached the server', () => {
    const [row] = add([], addCourse(1)).rows;
    const sent = row ? [{ ...row, attempts: 1 }] : [];
    expect(keys(add(sent, removeCourse(1)).rows)).toEqual(['add-1-10', 'remove-1']);
  });

  it('the outbox does not store the removal of a course a second time while the first one is waiting', () => {
    const first = add([], removeCourse(1)).rows;
    const again = add(add(first, addCourse(1)).rows, { ...removeCourse(1), key: 'other-key' });
    expect(keys(again.rows)).toEqual(['remove-1']);
    expect(again.key).toBe('remove-1');
  });

  it('a double tap adds a course once, and choosing another batch replaces the addition that is waiting in the outbox', () => {
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

  it('adding a course again replaces the course’s refused addition in the outbox', () => {
    const { row, rows } = claimNext(add([], addCourse(1)).rows, 'asha', 0);
    const refused = row ? settleRow(rows, row, full, 0) : [];
    expect(keys(add(refused, addCourse(1, 11)).rows)).toEqual(['add-1-11']);
  });

  it('the outbox stops retrying a row, and asks the student, after the server has failed on it eight times', () => {
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
    const fault = { code: 'UNCONFIRMED', message, isFinal: false };
    /** The rows after an add was sent at `sentAt` and got no response. */
    function sentOnce(sentAt: number): OutboxRow[] {
      const { row, rows } = claimNext(add([], addCourse(1)).rows, 'asha', sentAt);
      return row ? settleRow(rows, row, noResponse, sentAt) : [];
    }

    it('an outbox row that got no response is sent again for 29 days, and then the student is asked about it', () => {
      expect(claimNext(sentOnce(0), 'asha', repeated).row).toMatchObject({ key: 'add-1-10', state: 'sending' });
      expect(claimNext(sentOnce(0), 'asha', repeated + 1)).toMatchObject({
        rows: [{ state: 'needsAttention', lastError: fault, attempts: 1 }],
        row: null,
        expired: { key: 'add-1-10', fault },
      });
    });

    it('after 29 days without a response, the student is told that a form can be sent again or discarded', () => {
      const rows = saveForm([], enquiry, 0, 'unanswered');
      expect(claimNext(rows, 'asha', repeated + 1).expired?.fault.message).toBe(
        'We do not know whether this arrived. You can try again or discard it.',
      );
    });

    it('an outbox row first sent after more than 29 days on the device is still sent again if it gets no response', () => {
      const rows = sentOnce(2 * repeated);
      expect(rows).toMatchObject([{ createdAt: 0, attempts: 1, state: 'waiting' }]);
      expect(claimNext(rows, 'asha', 2 * repeated + 1).row).toMatchObject({ key: 'add-1-10', attempts: 2 });
    });

    it('an outbox row that an earlier release sent counts as sent at the time when it was created', () => {
      const [row] = add([], addCourse(1)).rows;
      const rows = row ? [{ ...row, attempts: 1 }] : [];
      expect(claimNext(rows, 'asha', repeated).row).toMatchObject({ key: 'add-1-10' });
      expect(claimNext(rows, 'asha', repeated + 1).expired).toEqual({ key: 'add-1-10', fault });
    });

    it('an outbox row that the student retries gets a new idempotency key, with which it is sent for another 29 days', () => {
      const { rows } = claimNext(sentOnce(0), 'asha', repeated + 1);
      const retried = retryRow(rows, 'add-1-10', 'new-key', repeated + 2);
      expect(retried).toMatchObject([{ key: 'new-key', state: 'waiting', attempts: 1, lastError: null }]);
      expect(claimNext(retried, 'asha', 2 * repeated).row).toMatchObject({ key: 'new-key', attempts: 2 });
    });
  });

  it('the outbox classifies a failed call as refused, signed out or unanswered, and an unreadable 200 response as delivered', () => {
    const kinds = [400, 401, 409, 422, 429, 503].map(
      (status) => deliveryOf(new ApiError('refused', 'No', status)).kind,
    );
    expect(kinds).toEqual(['refused', 'signedOut', 'refused', 'refused', 'unanswered', 'unanswered']);
    expect(deliveryOf(new ApiError('offline', 'No response from server')).kind).toBe('unanswered');
    expect(deliveryOf(new DOMException('late', 'TimeoutError')).kind).toBe('unanswered');
    expect(deliveryOf(new ApiError('broken', 'unreadable', 200)).kind).toBe('delivered');
  });
});
