import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/lib/api.ts';
import { useRequestKey } from '../../../../src/staff/forms/request-key.ts';

function keyAfter(error: Error): { before: string; after: string } {
  const { result } = renderHook(() => useRequestKey());
  const before = result.current.key;
  act(() => result.current.onError(error));
  return { before, after: result.current.key };
}

describe('useRequestKey', () => {
  const refusal = (status: number, code: string) =>
    new ApiError('refused', '', status, {
      failure: { statusCode: status, code, errorCode: code, message: '', requestId: 'r1' },
    });

  it.each([
    [409, 'SEAT_TAKEN'],
    [422, 'IDEMPOTENCY_KEY_REUSED'],
  ])('a staff form that the server refused with %d %s gets a new idempotency key', (status, code) => {
    const { before, after } = keyAfter(refusal(status, code));
    expect(after).not.toBe(before);
  });

  it.each([
    [401, 'UNAUTHORIZED_REQUEST'],
    [403, 'STEP_UP_NEEDED'],
    [409, 'IN_PROGRESS'],
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'DATABASE_UNAVAILABLE'],
  ])(
    'a staff form keeps its idempotency key after the response %d %s, because this response is not a final refusal',
    (status, code) => {
      const { before, after } = keyAfter(refusal(status, code));
      expect(after).toBe(before);
    },
  );

  it('a staff form keeps its idempotency key after a lost connection', () => {
    const { before, after } = keyAfter(new ApiError('offline', 'connection lost'));
    expect(after).toBe(before);
  });
});
