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
  it('a form that the server refused gets a new idempotency key, because the server stored the refusal under the old key', () => {
    const message = 'The seat is taken.';
    const failure = { statusCode: 409, code: 'SEAT_TAKEN', errorCode: 'SEAT_TAKEN', message, requestId: 'r1' };
    const { before, after } = keyAfter(new ApiError('refused', message, 409, { failure }));
    expect(after).not.toBe(before);
  });

  it('a form whose response was lost keeps its idempotency key, so that sending it again takes effect only once', () => {
    const { before, after } = keyAfter(new ApiError('offline', 'connection lost'));
    expect(after).toBe(before);
  });
});
