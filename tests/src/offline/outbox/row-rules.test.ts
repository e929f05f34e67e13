import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api.ts';
import { deliveryOf } from '../../../../src/offline/outbox/delivery.ts';
import type { OutboxRow } from '../../../../src/offline/outbox/row.ts';
import { addRow, claimNext, settleRow } from '../../../../src/offline/outbox/row-rules.ts';
import { addCourse, full, removeCourse } from './fake-device.ts';

const add = (rows: OutboxRow[], action: Parameters<typeof addRow>[1], student = 'asha') =>
  addRow(rows, action, student, 0);
const keys = (rows: OutboxRow[]) => rows.map(({ key }) => key);

describe('the rows of the outbox', () => {
  it('removing a course cancels the waiting add of that course if it was not sent yet', () => {
    const { rows } = add(add([], addCourse(1)).rows, addCourse(2));
    const removed = add(rows, removeCourse(1));
    expect(removed.replaced).toEqual(['add-1-10']);
    expect(keys(removed.rows)).toEqual(['add-2-20', 'remove-1']);
  });

  it('removing a course keeps an earlier add of it that may have reached the server', () => {
    const [row] = add([], addCourse(1)).rows;
    const sent = row ? [{ ...row, attempts: 1 }] : [];
    expect(keys(add(sent, removeCourse(1)).rows)).toEqual(['add-1-10', 'remove-1']);
  });

  it('the outbox does not repeat a removal that is already waiting', () => {
    const first = add([], removeCourse(1)).rows;
    const again = add(add(first, addCourse(1)).rows, { ...removeCourse(1), key: 'other-key' });
    expect(keys(again.rows)).toEqual(['remove-1']);
    expect(again.key).toBe('remove-1');
  });

  it('a double tap adds a course once, and another batch replaces the waiting add', () => {
    const first = add([], addCourse(1)).rows;
    expect(add(first, { ...addCourse(1), key: 'second-tap' })).toMatchObject({ key: 'add-1-10', replaced: [] });
    expect(keys(add(first, addCourse(1, 11)).rows)).toEqual(['add-1-11']);
  });

  it('a student’s add or removal leaves another student’s waiting add of the same course in place', () => {
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

  it('adding a course again replaces the refused add of that course', () => {
    const { row, rows } = claimNext(add([], addCourse(1)).rows, 'asha');
    const refused = row ? settleRow(rows, row, full) : [];
    expect(keys(add(refused, addCourse(1, 11)).rows)).toEqual(['add-1-11']);
  });

  it('the outbox sets a row aside after the server has failed on it eight times', () => {
    const [row] = add([], addCourse(1)).rows;
    const failing = deliveryOf(new ApiError('refused', 'Internal server error', 500));
    const { row: eighth, rows } = claimNext(row ? [{ ...row, attempts: 40, failures: 7 }] : [], 'asha');
    expect(eighth ? settleRow(rows, eighth, failing) : []).toMatchObject([{ state: 'needsAttention' }]);
    const { row: second, rows: others } = claimNext(row ? [{ ...row, attempts: 40 }] : [], 'asha');
    expect(second ? settleRow(others, second, failing) : []).toMatchObject([{ state: 'waiting' }]);
  });

  it('the outbox counts a failed call as refused, signed out, unanswered or delivered', () => {
    const kinds = [400, 401, 409, 422, 429, 503].map(
      (status) => deliveryOf(new ApiError('refused', 'No', status)).kind,
    );
    expect(kinds).toEqual(['refused', 'signedOut', 'refused', 'refused', 'unanswered', 'unanswered']);
    expect(deliveryOf(new ApiError('offline', 'No response from server')).kind).toBe('unanswered');
    expect(deliveryOf(new DOMException('late', 'TimeoutError')).kind).toBe('unanswered');
    expect(deliveryOf(new ApiError('broken', 'unreadable', 200)).kind).toBe('delivered');
  });
});
