import { expect, it } from 'vitest';
import { createToken, hashToken, isToken } from '../../../server/http/secret-token.ts';

it('every new secret token is different, has the shape of a token and is stored as a hash of its own', () => {
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
