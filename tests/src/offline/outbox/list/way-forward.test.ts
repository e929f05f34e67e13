import { describe, expect, it } from 'vitest';
import type { CartAdd } from '../../../../../contract/cart.ts';
import { isRetryUseful, wayForward } from '../../../../../src/offline/outbox/list/way-forward.ts';
import type { FaultCode, OutboxRow, RowFault } from '../../../../../src/offline/outbox/row.ts';
import { newRowFields, unconfirmedCode } from '../../../../../src/offline/outbox/row-rules.ts';
import { enquiry } from '../fake-device.ts';

const course: CartAdd = { type: 'course', course_id: 408, batch_id: 40801 };
const pack: CartAdd = { type: 'package', package_id: 801, batches: [{ course_id: 408, batch_id: 40801 }] };

function refused(payload: CartAdd, code: FaultCode, isFinal = true): OutboxRow {
  return {
    kind: 'cart.add',
    payload,
    key: 'k',
    user: 'asha',
    sequence: 1,
    schemaVersion: 2,
    title: 'An item',
    quotedPrice: null,
    state: 'needsAttention',
    createdAt: 0,
    attempts: 1,
    failures: 0,
    lastError: { code, message: 'Refused', isFinal },
  };
}

const form: OutboxRow = { ...enquiry, ...newRowFields([], 0), quotedPrice: null };
const unconfirmed: RowFault = { code: unconfirmedCode, message: 'We do not know.', isFinal: false };

const batches = '/course-booking?tab=individual&course=408';
const packageBatches = '/course-booking?tab=packages&package=801';

describe('an add that the server refused', () => {
  it.each([
    ['BATCH_FULL', course, 'Choose another batch', batches, true],
    ['BATCH_CLOSED', course, 'Choose another batch', batches, true],
    ['BATCH_STARTED', course, 'Choose another batch', batches, false],
    ['BATCH_NOT_OF_COURSE', course, 'Choose another batch', batches, false],
    ['ALREADY_BOOKED', course, 'Choose another batch', batches, false],
    ['BATCH_FULL', pack, 'Choose batches again', packageBatches, true],
    ['PACKAGE_INCOMPLETE', pack, 'Choose batches again', packageBatches, false],
    ['COURSE_ALREADY_IN_CART', course, 'See your cart', '/course-booking/details', false],
    ['PACKAGE_ALREADY_IN_CART', pack, 'See your cart', '/course-booking/details', false],
    ['NOT_FOUND', course, 'See what you can book', '/course-booking', false],
  ] as const)(
    'if the cart refuses an addition with %s (course or package added: %o), the list of waiting changes offers the link “%s”',
    (code, payload, text, href, isUseful) => {
      const row = refused(payload, code);
      expect(wayForward(row)).toEqual({ text, href });
      expect(isRetryUseful(row)).toBe(isUseful);
    },
  );

  it('for a course that the cart refused with FORBIDDEN_ORIGIN, the list of waiting changes offers a retry but no link to a page', () => {
    const row = refused(course, 'FORBIDDEN_ORIGIN');
    expect(wayForward(row)).toBeNull();
    expect(isRetryUseful(row)).toBe(true);
  });

  it('for a course that may have been added to the cart, the list of waiting changes offers a link to the cart and a retry', () => {
    const row = refused(course, unconfirmedCode, false);
    expect(wayForward(row)).toEqual({ text: 'See your cart', href: '/course-booking/details' });
    expect(isRetryUseful(row)).toBe(true);
  });

  it.each([
    ['waits for its first try', { ...refused(course, 'BATCH_STARTED'), state: 'waiting', lastError: null }, true],
    ['is sent again after a refusal', { ...refused(course, 'BATCH_STARTED'), state: 'waiting' }, true],
    ['is a form that may have arrived', { ...form, state: 'needsAttention', lastError: unconfirmed }, true],
    ['cannot be read any more', { ...refused(course, 'OUTDATED'), kind: 'unreadable', payload: {} }, false],
  ] satisfies Array<[string, OutboxRow, boolean]>)(
    'wayForward offers no link for a change that %s, and a retry counts as useful unless the change can no longer be read',
    (_, row, isUseful) => {
      expect(wayForward(row)).toBeNull();
      expect(isRetryUseful(row)).toBe(isUseful);
    },
  );

  it('for a course whose addition to the cart has failed too often, a retry is offered but no link to a page', () => {
    const row = refused(course, 'BATCH_FULL', false);
    expect(wayForward(row)).toBeNull();
    expect(isRetryUseful(row)).toBe(true);
  });
});
