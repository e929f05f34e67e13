import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from './clock.ts';
import type { Mail } from './mail.ts';
import { sandboxMail } from './mail-sandbox.ts';
import type { Otp } from './otp.ts';
import { sandboxOtp } from './otp-sandbox.ts';
import type { Payments } from './payments.ts';
import { sandboxPayments } from './payments-sandbox.ts';

/** The outside world of signing in, of mail and of payments, as arguments (design 12). */
export type Ports = { otp: Otp; mail: Mail; payments: Payments };

export function sandboxPorts(parts: { db: Kysely<Database>; clock: Clock }): Ports {
  return { otp: sandboxOtp(parts), mail: sandboxMail(parts), payments: sandboxPayments(parts) };
}
