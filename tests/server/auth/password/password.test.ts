import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../../../server/auth/password/password.ts';

describe('passwords', () => {
  it('a password is stored as an argon2id hash with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('Landfall#2026'), hashPassword('Landfall#2026')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, 'Landfall#2026')).toBe(true);
    expect(await verifyPassword(one, 'landfall#2026')).toBe(false);
  });

  it('no password matches an account without a password hash', async () => {
    expect(await verifyPassword(null, 'nobody has this password')).toBe(false);
  });

  it('password checks beyond the queue limit return 503, and later checks run again', async () => {
    const stored = await hashPassword('x');
    const outcomes = await Promise.allSettled(Array.from({ length: 210 }, () => verifyPassword(stored, 'x')));
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ reason: { status: 503, code: 'UNAVAILABLE' } });
    expect(await verifyPassword(stored, 'x')).toBe(true);
  }, 30_000);
});
