import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const sandboxSecret = 'landfall-sandbox-secret-not-for-production';

/** Every variable that the server reads; README lists them with their defaults. */
const envSchema = z
  .object({
    LANDFALL_ENV: z.enum(['demo', 'test', 'production']).default('demo'),
    LANDFALL_DEV: z.enum(['0', '1']).default('0'),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL: count(10),
    CONTENT_DIR: z.string().min(1).default(`${root}content`),
    /** Keys the hashes of requests, tickets and hints; at least 32 characters. */
    SECRET: z.string().min(32, 'at least 32 characters').default(sandboxSecret),
    OTP_PROVIDER: z.enum(['sandbox']).default('sandbox'),
    PAYMENT_PROVIDER: z.enum(['sandbox']).default('sandbox'),
    /** Calls allowed: per minute and address, but lookups, contacts, sign-ins and codes per hour and account or address. */
    RATE_READ: count(600),
    RATE_WRITE: count(120),
    RATE_ORDER: count(60),
    RATE_FORM: count(20),
    RATE_TELEMETRY: count(120),
    RATE_LOOKUP: count(60),
    RATE_CONTACT: count(10),
    RATE_SIGN_IN: count(20),
    RATE_CODE: count(25),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  })
  .superRefine((env, check) => {
    if (env.LANDFALL_ENV !== 'production') return;
    const refuse = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    if (env.SECRET === sandboxSecret) refuse('SECRET', 'the default secret is for the demo; set your own');
    if (env.OTP_PROVIDER === 'sandbox')
      refuse('OTP_PROVIDER', 'the sandbox signs anybody in; configure a real provider');
    if (env.PAYMENT_PROVIDER === 'sandbox')
      refuse('PAYMENT_PROVIDER', 'the sandbox takes no money; configure a real provider');
    if (!env.PUBLIC_URL) refuse('PUBLIC_URL', 'links in mails need the public address');
  });

export type Env = z.output<typeof envSchema>;

/** Thrown with every bad variable at once, a line each. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/** Reads the configuration; throws `EnvError` naming every bad variable. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(variables).filter(([, text]) => text !== undefined && text !== ''));
  const read = envSchema.safeParse(set);
  if (read.success) return read.data;
  const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new EnvError(`Configuration is wrong; correct these environment variables:\n${lines.join('\n')}`);
}
