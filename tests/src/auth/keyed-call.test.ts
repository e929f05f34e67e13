// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { requestPasswordReset } from '../../../contract/password-reset.ts';
import { callOnce } from '../../../src/auth/keyed-call.ts';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';

afterEach(() => sessionStorage.clear());

/** Keys of calls that were answered so, one after the other. */
async function keysOf(...answers: Answered[]): Promise<Array<string | null>> {
  const left = [...answers];
  const { api, sent } = answeringApi({ 'POST /api/auth/user/forgot/pass': () => left.shift() ?? 'no answer' });
  for (const _ of answers)
    await callOnce(api, requestPasswordReset, { body: { email: 'a@example.com' } }, AbortSignal.timeout(5000)).catch(
      () => {},
    );
  return sent.map(({ headers }) => headers.get('idempotency-key'));
}

describe('a keyed call', () => {
  it.each<[string, Answered]>([
    ['no answer came', 'no answer'],
    ['the server broke', refusal(500, 'INTERNAL_ERROR')],
    ['it was one too many', refusal(429, 'RATE_LIMITED')],
  ])('is the same call where %s', async (_, answer) => {
    const [first, second] = await keysOf(answer, answer);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
  });

  it.each<[string, Answered]>([
    ['done', { body: { statusCode: 200 } }],
    ['refused', refusal(404, 'USER_NOT_FOUND')],
  ])('is another once it was %s', async (_, answer) => {
    const [first, second] = await keysOf(answer, answer);
    expect(second).not.toBe(first);
    expect(sessionStorage.length).toBe(0);
  });

  it('leaves nothing of its body on the device', async () => {
    await keysOf('no answer');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('a@example.com');
  });
});
