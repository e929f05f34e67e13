import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/lib/api.ts';
import { deliveryOf } from '../../../src/offline/outbox-delivery.ts';
import type { OutboxRow } from '../../../src/offline/outbox-row.ts';
import { addRow, claimNext, settleRow } from '../../../src/offline/outbox-rules.ts';
import { addCourse, full, removeCourse } from './outbox-world.ts';

const add = (rows: OutboxRow[], action: Parameters<typeof addRow>[1]) => addRow(rows, action, 'asha', 0);
const keys = (rows: OutboxRow[]) => rows.map(({ key }) => key);

describe('the rows of the outbox', () => {
  it('cancel an add that was not sent when the same thing is removed', () => {
    const { rows } = add(add([], addCourse(1)).rows, addCourse(2));
    const removed = add(rows, removeCourse(1));
    expect(removed.replaced).toEqual(['add-1-10']);
    expect(keys(removed.rows)).toEqual(['add-2-20', 'remove-1']);
  });

  it('keep an add that may have arrived before its removal', () => {
    const [row] = add([], addCourse(1)).rows;
    const sent = row ? [{ ...row, attempts: 1 }] : [];
    expect(keys(add(sent, removeCourse(1)).rows)).toEqual(['add-1-10', 'remove-1']);
  });

  it('do not repeat a removal that waits already', () => {
    const first = add([], removeCourse(1)).rows;
    const again = add(add(first, addCourse(1)).rows, { ...removeCourse(1), key: 'other-key' });
    expect(keys(again.rows)).toEqual(['remove-1']);
    expect(again.key).toBe('remove-1');
  });

  it('take a double tap for one add, and another batch for a new choice', () => {
    const first = add([], addCourse(1)).rows;
    expect(add(first, { ...addCourse(1), key: 'second-tap' })).toMatchObject({ key: 'add-1-10', replaced: [] });
    expect(keys(add(first, addCourse(1, 11)).rows)).toEqual(['add-1-11']);
  });

  it('replace a refusal by the next try of the student', () => {
    const { row, rows } = claimNext(add([], addCourse(1)).rows, 'asha');
    const refused = row ? settleRow(rows, row, full) : [];
    expect(keys(add(refused, addCourse(1, 11)).rows)).toEqual(['add-1-11']);
  });

  it('give way after the server has failed on one eight times', () => {
    const [row] = add([], addCourse(1)).rows;
    const failing = deliveryOf(new ApiError('refused', 'Internal server error', 500));
    const { row: eighth, rows } = claimNext(row ? [{ ...row, attempts: 40, failures: 7 }] : [], 'asha');
    expect(eighth ? settleRow(rows, eighth, failing) : []).toMatchObject([{ state: 'needsAttention' }]);
    const { row: second, rows: others } = claimNext(row ? [{ ...row, attempts: 40 }] : [], 'asha');
    expect(second ? settleRow(others, second, failing) : []).toMatchObject([{ state: 'waiting' }]);
  });

  it('sort failures into refused, signed out and unanswered', () => {
    const kinds = [400, 401, 409, 422, 429, 503].map(
      (status) => deliveryOf(new ApiError('refused', 'No', status)).kind,
    );
    expect(kinds).toEqual(['refused', 'signedOut', 'refused', 'refused', 'unanswered', 'unanswered']);
    expect(deliveryOf(new ApiError('offline', 'No response from server')).kind).toBe('unanswered');
    expect(deliveryOf(new DOMException('late', 'TimeoutError')).kind).toBe('unanswered');
    expect(deliveryOf(new ApiError('broken', 'unreadable', 200)).kind).toBe('delivered');
  });
});
