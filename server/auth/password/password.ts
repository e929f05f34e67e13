import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { busy } from '../../http/refusal.ts';

// OWASP's minimum parameters for argon2id, which is the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxConcurrent = 2;
const maxWaiting = 200;

/** Two at once, because more would take memory and CPU from all other calls. */
const limit = createConcurrencyLimit(maxConcurrent);

/** @throws Refusal 503 when too many are waiting */
async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (limit.waiting >= maxWaiting) throw busy(5);
  return limit.run(work);
}

/** Hashes with argon2id; returns a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password, cost));
}

let dummyHash: Promise<string> | undefined;

/**
 * True when the password matches the hash. Without a hash it verifies against a dummy, so that the response time does not reveal
 * whether an account exists.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const stored = passwordHash ?? (await dummyHash);
  const isRight = await runLimited(() => verify(stored, password));
  return isRight && passwordHash !== null;
}
