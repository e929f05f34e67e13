import { hash, verify } from '@node-rs/argon2';
import { openGate } from '../http/gate.ts';
import { Refusal } from '../http/refusal.ts';

// OWASP's argon2id floor; the library's algorithm is argon2id unless told otherwise.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const waitingAtMost = 200;

/** Two at a time: more only take memory and the cores from everything else. */
const gate = openGate(atOnce);

/** @throws Refusal 503 where too many wait */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (gate.waiting >= waitingAtMost)
    throw new Refusal(503, 'UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter: 5 });
  return gate.pass(work);
}

/** Argon2id in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

let nobody: Promise<string> | undefined;

/**
 * True where the password is the account's. Without a hash it takes as long as with one, so that timing does not tell
 * whether an account exists.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password');
  const stored = passwordHash ?? (await nobody);
  const isRight = await inTurn(() => verify(stored, password));
  return isRight && passwordHash !== null;
}
