import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { findMisspelt } from './configuration/misspelt-variables.ts';
import { isAddressRange } from './configuration/network-address.ts';
import { checkProduction } from './configuration/production-rules.ts';
import { checkVapidKeys } from './configuration/vapid-keys.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const count = (fallback: number, most = 1_000_000_000) =>
  z.coerce.number().int().positive().max(most, `at most ${most}`).default(fallback);
/**
 * A maximum number of calls per hour. It is at most 10 million, because calls are counted up to many times the maximum,
 * and that number must fit in an integer of the database.
 */
const hourly = (fallback: number) => count(fallback, 10_000_000);
const sender = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const sandboxSecret = 'landfall-sandbox-secret-not-for-production';

/** Every environment variable that the server reads. docs/configuration.md describes them. */
const envSchema = z
  .object({
    LANDFALL_ENV: z.enum(['demo', 'test', 'production']).default('demo'),
    LANDFALL_DEV: z.enum(['0', '1']).default('0'),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** How many seconds requests get to finish after a signal that stops the server, such as SIGTERM. */
    SHUTDOWN_TIMEOUT: z.coerce.number().min(0).max(600).default(30),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** The proxies whose `X-Forwarded-…` headers are trusted: IP addresses and ranges, separated by commas. */
    TRUSTED_PROXIES: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .refine(
        (parts) => parts.every((part) => part === 'loopback' || isAddressRange(part)),
        'addresses and ranges like 10.0.0.5, 10.1.0.0/16 or loopback, separated by commas',
      )
      .default(['loopback']),
    /** Whether the API page (`/api/docs`) and the path lab are served. By default they are, except in production. */
    DEVELOPER_PAGES: z.enum(['on', 'off']).optional(),
    /** Node's own variable. With `0`, Node accepts any certificate of the servers that it connects to. */
    NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
    DATA_DIR: z.string().min(1).default('.data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    DATABASE_POOL: count(10, 1000),
    CONTENT_DIR: z.string().min(1).default(`${root}content`),
    /**
     * The key for keyed hashes, such as those of requests and rate-limit keys, and for encrypting secrets of staff
     * accounts; at least 32 characters.
     */
    SECRET: z.string().min(32, 'at least 32 characters').default(sandboxSecret),
    OTP_PROVIDER: z.enum(['sandbox', 'msg91']).default('sandbox'),
    /**
     * MSG91's settings. The widget's id and token are sent to the browser; MSG91_AUTH_KEY is used only by the server.
     */
    MSG91_WIDGET_ID: z.string().optional(),
    MSG91_TOKEN: z.string().optional(),
    MSG91_AUTH_KEY: z.string().optional(),
    MSG91_URL: z.url({ protocol: /^https?$/ }).default('https://control.msg91.com'),
    PAYMENT_PROVIDER: z.enum(['sandbox', 'cashfree']).default('sandbox'),
    /**
     * Cashfree's settings. The client secret also signs Cashfree's webhooks. `CASHFREE_URL` replaces the address of
     * Cashfree's API, which by default depends on `CASHFREE_MODE`.
     */
    CASHFREE_CLIENT_ID: z.string().optional(),
    CASHFREE_CLIENT_SECRET: z.string().optional(),
    CASHFREE_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
    CASHFREE_URL: z.url({ protocol: /^https?$/ }).optional(),
    /**
     * The mail server: a `smtp://` or `smtps://` URL with user, password and port. Without it, emails go to the
     * sandbox outbox.
     */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender of all emails, such as `Academy <bookings@example.com>`. */
    MAIL_FROM: z.string().regex(sender, 'Name <address>, or an address').optional(),
    /** The email address that gets enquiries and grievances; by default the academy's email address in `brand.json`. */
    STAFF_EMAIL: z.email().optional(),
    /**
     * The VAPID key pair, by which push services recognise this server. If it is not set, a server that uses its
     * embedded PostgreSQL creates it in `DATA_DIR`, and any other server sends no push messages.
     */
    VAPID_PUBLIC_KEY: z.string().optional(),
    VAPID_PRIVATE_KEY: z.string().optional(),
    /**
     * A `mailto:` or `https:` URL at which push services can reach the operator. By default PUBLIC_URL, if it is
     * https.
     */
    VAPID_SUBJECT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
    /** The URL of a WordPress site, without `/wp-json`. Its posts then replace those of the content folder. */
    NEWS_URL: z.url({ protocol: /^https?$/ }).optional(),
    /**
     * The S3 bucket for uploaded files. Without it, they are stored in the folder `files` of `DATA_DIR`.
     * `S3_ENDPOINT` is needed for services other than Amazon's.
     */
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
    /** Whether URLs of the S3 service contain the bucket's name in the path instead of the host name. */
    S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).default('false'),
    /**
     * Rate limits. LOOKUP, CONTACT, SIGN_IN and CODE are numbers of calls per hour for each account. The others are
     * numbers of calls per minute, for each student who is signed in, or for each IP address of visitors who are not.
     */
    RATE_READ: count(600),
    RATE_WRITE: count(120),
    RATE_ORDER: count(60),
    RATE_FORM: count(20),
    RATE_TELEMETRY: count(120),
    RATE_LOOKUP: hourly(60),
    RATE_CONTACT: hourly(5),
    RATE_SIGN_IN: hourly(20),
    RATE_CODE: hourly(25),
    /** Whether to log a line for each request, whatever the LOG_LEVEL. */
    ACCESS_LOG: z.enum(['true', 'false']).default('false'),
    /** The port at which Prometheus reads the metrics. Without it there are no metrics. */
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    /** How many megabytes students may upload from one IP address a day, all together. */
    DAILY_UPLOAD_MB: count(60, 1_000_000),
    /**
     * Which share of a batch's seats unpaid orders from one IP address may hold, in percent. They may always hold 2
     * seats.
     */
    HOLDS_PER_ADDRESS: z.coerce.number().int().min(1).max(100).default(25),
    /** The maximum number of hours for which a freed seat is offered to a student on the waiting list. */
    WAITING_OFFER_HOURS: z.coerce.number().int().min(1).max(72).default(12),
    LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  })
  .superRefine((env, check) => {
    const refuse = (path: string, message: string) => check.addIssue({ code: 'custom', path: [path], message });
    if (env.SMTP_URL && !env.MAIL_FROM) refuse('MAIL_FROM', 'email by SMTP_URL needs a sender');
    for (const name of ['CASHFREE_CLIENT_ID', 'CASHFREE_CLIENT_SECRET'] as const)
      if (env.PAYMENT_PROVIDER === 'cashfree' && !env[name]) refuse(name, 'PAYMENT_PROVIDER=cashfree needs it');
    for (const name of ['MSG91_WIDGET_ID', 'MSG91_TOKEN', 'MSG91_AUTH_KEY'] as const)
      if (env.OTP_PROVIDER === 'msg91' && !env[name]) refuse(name, 'OTP_PROVIDER=msg91 needs it');
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (env.S3_BUCKET && !env[name]) refuse(name, 'S3_BUCKET needs it');
    checkVapidKeys(env, refuse);
    if (env.S3_ENDPOINT && !env.S3_BUCKET) refuse('S3_BUCKET', 'S3_ENDPOINT needs it');
    if (env.LANDFALL_ENV === 'production') checkProduction(env, sandboxSecret, refuse);
  });

export type Env = z.output<typeof envSchema>;

/** Thrown if the environment variables are invalid. The message has a line for each fault. */
class EnvError extends Error {
  override name = 'EnvError';
}

/** Parses the server's configuration from environment variables. @throws EnvError */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const nonEmpty = Object.fromEntries(
    Object.entries(variables).filter(([, text]) => text !== undefined && text !== ''),
  );
  const read = envSchema.safeParse(nonEmpty);
  if (read.success) return read.data;
  const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new EnvError(`The configuration is invalid. Correct these environment variables:\n${lines.join('\n')}`);
}

/**
 * Returns a warning for each variable that seems meant for the server but is not read, with the nearest real name if
 * one is similar.
 */
export function describeMisspelt(variables: Record<string, string | undefined>): string[] {
  return findMisspelt(variables, Object.keys(envSchema.shape));
}

/** True if the API page and the path lab (docs/path-lab.md) are served. */
export function servesDeveloperPages({ LANDFALL_ENV, DEVELOPER_PAGES }: Env): boolean {
  return DEVELOPER_PAGES ? DEVELOPER_PAGES === 'on' : LANDFALL_ENV !== 'production';
}
