import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const root = fileURLToPath(new URL('..', import.meta.url));
const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const sender = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
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
    OTP_PROVIDER: z.enum(['sandbox', 'msg91']).default('sandbox'),
    /** MSG91's widget: its id and token are for pages, the key is for this server. `MSG91_URL`: another address than its own. */
    MSG91_WIDGET_ID: z.string().optional(),
    MSG91_TOKEN: z.string().optional(),
    MSG91_AUTH_KEY: z.string().optional(),
    MSG91_URL: z.url({ protocol: /^https?$/ }).default('https://control.msg91.com'),
    PAYMENT_PROVIDER: z.enum(['sandbox', 'cashfree']).default('sandbox'),
    /** Cashfree's client secret signs its webhooks too. `CASHFREE_URL`: another address than the mode's own. */
    CASHFREE_CLIENT_ID: z.string().optional(),
    CASHFREE_CLIENT_SECRET: z.string().optional(),
    CASHFREE_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
    CASHFREE_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** `smtp://` or `smtps://` with user, password and port; without it mail goes to the sandbox outbox. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Whom mails come from: `Academy <bookings@example.com>`. */
    MAIL_FROM: z.string().regex(sender, 'Name <address>, or an address').optional(),
    /** Whom enquiries and grievances are mailed to; without it the academy's own address (`brand.json`). */
    STAFF_EMAIL: z.email().optional(),
    /** A WordPress site whose posts are shown instead of those of the content folder; the address before `/wp-json`. */
    NEWS_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** A bucket for what students upload; without it the folder `files` of `DATA_DIR`. `S3_ENDPOINT`: another service than Amazon's. */
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
      .optional(),
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** The bucket in the path instead of in the host's name. */
    S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).default('false'),
    /** Calls allowed a minute and student, or address of visitors; lookups, contacts, sign-ins and codes: an hour and account. */
    RATE_READ: count(600),
    RATE_WRITE: count(120),
    RATE_ORDER: count(60),
    RATE_FORM: count(20),
    RATE_TELEMETRY: count(120),
    RATE_LOOKUP: count(60),
    RATE_CONTACT: count(5),
    RATE_SIGN_IN: count(20),
    RATE_CODE: count(25),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  })
  .superRefine((env, check) => {
    const refuse = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    if (env.SMTP_URL && !env.MAIL_FROM) refuse('MAIL_FROM', 'mail by SMTP_URL needs a sender');
    for (const name of ['CASHFREE_CLIENT_ID', 'CASHFREE_CLIENT_SECRET'] as const)
      if (env.PAYMENT_PROVIDER === 'cashfree' && !env[name]) refuse(name, 'PAYMENT_PROVIDER=cashfree needs it');
    for (const name of ['MSG91_WIDGET_ID', 'MSG91_TOKEN', 'MSG91_AUTH_KEY'] as const)
      if (env.OTP_PROVIDER === 'msg91' && !env[name]) refuse(name, 'OTP_PROVIDER=msg91 needs it');
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (env.S3_BUCKET && !env[name]) refuse(name, 'S3_BUCKET needs it');
    if (env.S3_ENDPOINT && !env.S3_BUCKET) refuse('S3_BUCKET', 'S3_ENDPOINT needs it');
    if (env.LANDFALL_ENV !== 'production') return;
    if (env.SECRET === sandboxSecret) refuse('SECRET', 'the default secret is for the demo; set your own');
    if (env.OTP_PROVIDER === 'sandbox')
      refuse('OTP_PROVIDER', 'the sandbox signs anybody in; configure a real provider');
    if (env.PAYMENT_PROVIDER === 'sandbox')
      refuse('PAYMENT_PROVIDER', 'the sandbox takes no money; configure a real provider');
    if (env.PAYMENT_PROVIDER === 'cashfree' && env.CASHFREE_MODE === 'sandbox')
      refuse('CASHFREE_MODE', "Cashfree's sandbox takes no money; set production");
    if (env.CASHFREE_URL?.startsWith('http:')) refuse('CASHFREE_URL', 'the secret must not travel in the clear');
    if (env.MSG91_URL.startsWith('http:')) refuse('MSG91_URL', 'the key must not travel in the clear');
    if (env.S3_ENDPOINT?.startsWith('http:')) refuse('S3_ENDPOINT', 'documents must not travel in the clear');
    if (!env.SMTP_URL) refuse('SMTP_URL', 'the sandbox sends no mail; name an SMTP server');
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
