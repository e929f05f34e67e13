import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from './clock.ts';
import type { Mail } from './mail.ts';
import { sandboxMail } from './mail-sandbox.ts';
import type { Otp } from './otp.ts';
import { sandboxOtp } from './otp-sandbox.ts';

/** The outside world of signing in and of mail, as arguments (design 12). */
export type Ports = { otp: Otp; mail: Mail };

export function sandboxPorts(parts: { db: Kysely<Database>; clock: Clock }): Ports {
  return { otp: sandboxOtp(parts), mail: sandboxMail(parts) };
}
