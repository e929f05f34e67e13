import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../../../server/auth/password/password.ts';

describe('passwords', () => {
  it('hashing the same password twice with argon2id gives two different hashes, because each has its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('Landfall#2026'), hashPassword('Landfall#2026')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, 'Landfall#2026')).toBe(true);
    expect(await verifyPassword(one, 'landfall#2026')).toBe(false);
  });

  it('no password matches an account without a password hash', async () => {
    expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
  });

  it('of 210 simultaneous password checks, the 8 that exceed the queue limit fail with 503, and a later check succeeds', async () => {
    const stored = await hashPassword('x');
    const outcomes = await Promise.allSettled(Array.from({ length: 210 }, () => verifyPassword(stored, 'x')));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'UNAVAILABLE' } });
    expect(await verifyPassword(stored, 'x')).toBe(true);
  }, 30_000);
});
