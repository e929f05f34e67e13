import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { busy } from '../../http/refusal.ts';

// The minimum parameters that OWASP recommends for argon2id, which is the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const maxConcurrent = 2;
const maxWaiting = 200;

/** Runs at most two password hashes at once, because more would take CPU and memory from all other calls. */
const limit = createConcurrencyLimit(maxConcurrent);

/**
 * Runs `work`, which hashes or verifies a password, as soon as fewer than two others are running.
 * @throws Refusal 503 when too many calls wait
 */
async function runLimited<T>(work: () => Promise<T>): Promise<T> {
  if (limit.waiting >= maxWaiting) throw busy(5);
  return limit.run(work);
}

/** Hashes a password with argon2id. Returns a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password, cost));
}

let dummyHash: Promise<string> | undefined;

/**
 * True if the password matches the hash. Without a hash it verifies the password against a dummy hash, so that the
 * response time does not reveal whether an account exists.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const stored = passwordHash ?? (await dummyHash);
  const isRight = await runLimited(() => verify(stored, password));
  return isRight && passwordHash !== null;
}
