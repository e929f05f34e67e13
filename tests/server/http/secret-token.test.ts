import { expect, it } from 'vitest';
import { createToken, hashToken, isToken } from '../../../server/http/secret-token.ts';

it('createToken returns a different valid token each time, and hashToken a different 32-byte hash for each token', () => {
  const [one, other] = [createToken(), createToken()];
  expect([isToken(one), isToken(other)]).toEqual([true, true]);
  expect(one).not.toBe(other);
  expect(hashToken(one)).toHaveLength(32);
  expect(hashToken(one)).toEqual(hashToken(one));
  expect(hashToken(one)).not.toEqual(hashToken(other));
});

it.each([undefined, '', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}!`, `!${'a'.repeat(43)}`])(
  'the text “%s” is no secret token',
  (text) => {
    expect(isToken(text)).toBe(false);
  },
);
