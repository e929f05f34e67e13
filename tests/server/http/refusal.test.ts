import { describe, expect, it } from 'vitest';
import { addToCart } from '../../../contract/cart.ts';
import { getFile } from '../../../contract/files.ts';
import { createOrder } from '../../../contract/orders.ts';
import { busy, invalidRequest, refuse, storedRefusal, undeclaredRefusal } from '../../../server/http/refusal.ts';
import { readSource, sourceFiles } from '../../repository/source-files.ts';

const batch = { course_id: 1, batch_id: 2 };

describe('a refusal', () => {
  it('a refusal gets the HTTP status that the endpoint’s contract declares for its error code', () => {
    expect(refuse(addToCart.refusals, 'BATCH_FULL', 'Full.')).toMatchObject({ status: 409, code: 'BATCH_FULL' });
    expect(refuse(createOrder.refusals, 'PROVIDER_UNAVAILABLE', 'Later.', { retryAfter: 5 })).toMatchObject({
      status: 503,
      retryAfter: 5,
    });
  });

  it('a refusal whose error code has several declared statuses gets the first status unless the caller passes another', () => {
    const { refusals } = getFile;
    expect(refuse(refusals, 'INVALID_REQUEST', 'No.').status).toBe(400);
    expect(refuse(refusals, 'INVALID_REQUEST', 'No.', { status: 416 }).status).toBe(416);
  });

  it('calling refuse() with an error code, data or status that the contract does not declare is a type error', () => {
    const { refusals } = addToCart;
    // @ts-expect-error: the endpoint has no such code.
    expect(() => refuse(refusals, 'BATCH_GONE', 'Gone.')).toThrow('BATCH_GONE');
    // @ts-expect-error: the data is missing.
    refuse(refusals, 'ALREADY_BOOKED', 'Booked.');
    // @ts-expect-error: the data lacks the course.
    refuse(refusals, 'ALREADY_BOOKED', 'Booked.', { data: { batch_id: 2 } });
    // @ts-expect-error: the code has no data.
    refuse(refusals, 'BATCH_FULL', 'Full.', { data: batch });
    // @ts-expect-error: the contract decides the status.
    refuse(refusals, 'BATCH_FULL', 'Full.', { status: 410 });
    // @ts-expect-error: the file call does not declare this status.
    refuse(getFile.refusals, 'INVALID_REQUEST', 'No.', { status: 413 });
  });

  it('a refusal restored from its stored response has the same body as the original refusal', () => {
    const full = refuse(createOrder.refusals, 'BATCH_FULL', 'Full.', { data: batch });
    for (const refusal of [full, invalidRequest('No.', { email: 'Taken.' }), invalidRequest('No.')]) {
      const again = storedRefusal({ status: refusal.status, body: refusal.toBody('r1') });
      expect(again.toBody('r2')).toEqual(refusal.toBody('r2'));
    }
    expect(full.toBody('r2')).toEqual({
      ...{ statusCode: 409, code: 'BATCH_FULL', errorCode: 'BATCH_FULL', message: 'Full.', requestId: 'r2' },
      data: batch,
    });
    expect(Object.keys(invalidRequest('No.').toBody('r1'))).not.toContain('fields');
  });

  it('a refusal that is created because of an error has this error as its cause', () => {
    const cause = new Error('the disk is full');
    expect(busy(5, cause)).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: 5, cause });
    expect(busy()).not.toHaveProperty('cause');
    expect(busy().name).toBe('Refusal');
  });

  it('undeclaredRefusal reports an error code, status or data that the endpoint’s contract does not declare', () => {
    const booked = refuse(addToCart.refusals, 'ALREADY_BOOKED', 'Booked.', { data: batch });
    expect(undeclaredRefusal(addToCart, booked)).toBeNull();
    expect(undeclaredRefusal(getFile, booked)).toBe('getFile does not declare 409 ALREADY_BOOKED with this data');
    for (const stored of [
      { status: 410, body: booked.toBody('r') },
      { status: 409, body: { ...booked.toBody('r'), data: { course_id: 'x' } } },
    ])
      expect(undeclaredRefusal(addToCart, storedRefusal(stored))).not.toBeNull();
  });

  it('no source file except server/http/refusal.ts constructs a Refusal with new', () => {
    const files = sourceFiles().filter((file) => /new Refusal\(/.test(readSource(file)));
    expect(files).toEqual(['server/http/refusal.ts']);
  });
});
