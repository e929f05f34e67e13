// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { requestPasswordReset } from '../../../contract/password-reset.ts';
import { callOnce } from '../../../src/auth/idempotent-call.ts';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';

afterEach(() => sessionStorage.clear());

/** Makes the same call once for each of these responses, and returns the idempotency keys of the calls. */
async function keysOf(...answers: Answered[]): Promise<Array<string | null>> {
  const remaining = [...answers];
  const { api, sent } = answeringApi({ 'POST /api/auth/user/forgot/pass': () => remaining.shift() ?? 'no answer' });
  for (const _ of answers)
    await callOnce(api, requestPasswordReset, { body: { email: 'a@example.com' } }, AbortSignal.timeout(5000)).catch(
      () => {},
    );
  return sent.map(({ headers }) => headers.get('idempotency-key'));
}

describe('idempotency keys of calls without a session', () => {
  it.each<[string, Answered]>([
    ['no response', 'no answer'],
    ['a server error', refusal(500, 'INTERNAL_ERROR')],
    ['a rate limit', refusal(429, 'RATE_LIMITED')],
    ['the refusal of a repeat while the first call is still in progress', refusal(409, 'IN_PROGRESS')],
    ['a 408 for a body that came too slowly', refusal(408, 'INVALID_REQUEST')],
  ])('a repeated API call reuses its idempotency key after %s', async (_, answer) => {
    const [first, second] = await keysOf(answer, answer);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
  });

  it.each<[string, Answered]>([
    ['success', { body: { statusCode: 200 } }],
    ['a refusal', refusal(404, 'USER_NOT_FOUND')],
  ])('a repeated API call gets a new idempotency key after %s', async (_, answer) => {
    const [first, second] = await keysOf(answer, answer);
    expect(second).not.toBe(first);
    expect(sessionStorage.length).toBe(0);
  });

  it('an API call with an idempotency key stores nothing of its body on the device', async () => {
    await keysOf('no answer');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('a@example.com');
  });
});
