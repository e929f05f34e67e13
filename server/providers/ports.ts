import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { Blobs } from './blobs/blobs.ts';
import { diskBlobs } from './blobs/disk-blobs.ts';
import { s3Blobs } from './blobs/s3-blobs.ts';
import type { Mail, MailCarrier } from './mail/mail.ts';
import { outboxMail } from './mail/mail-outbox.ts';
import { sandboxCarrier } from './mail/sandbox-carrier.ts';
import { smtpCarrier } from './mail/smtp-carrier.ts';
import { contentNews } from './news/content-news.ts';
import type { News } from './news/news.ts';
import { type WordPressDeps, wordpressNews } from './news/wordpress-news.ts';
import { msg91Otp } from './otp/msg91-otp.ts';
import type { Otp } from './otp/otp.ts';
import { sandboxOtp } from './otp/sandbox-otp.ts';
import { type CashfreeMode, cashfreePayments } from './payments/cashfree-payments.ts';
import type { Payments } from './payments/payments.ts';
import { sandboxPayments } from './payments/sandbox-payments.ts';
import type { PushCarrier } from './push/push.ts';
import { webPushCarrier } from './push/web-push-carrier.ts';

/** The external services that the server uses. They are passed to `buildApp`, so that tests can replace them. */
export type Ports = {
  otp: Otp;
  mail: Mail;
  carrier: MailCarrier;
  payments: Payments;
  news: News;
  blobs: Blobs;
  /** Sends push messages; null if the server has no VAPID keys and therefore sends none. */
  push: PushCarrier | null;
};

export function sandboxPorts(deps: SandboxDeps): Omit<Ports, 'blobs' | 'push'> {
  return {
    otp: sandboxOtp(deps),
    mail: outboxMail(deps),
    carrier: sandboxCarrier(deps),
    payments: sandboxPayments(deps),
    news: contentNews(deps),
  };
}

type SandboxDeps = { db: Kysely<Database>; clock: Clock; secret: string; siteUrl: string };

/** Stores uploaded files in this server's data folder. */
export function diskPort({ DATA_DIR: dataDir }: { DATA_DIR: string }): Pick<Ports, 'blobs'> {
  return { blobs: diskBlobs(join(dataDir, 'files')) };
}

/** Stores uploaded files in an S3 bucket, if one is configured. */
export function s3Port(settings: S3Variables): Partial<Ports> {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId } = settings;
  const { S3_SECRET_ACCESS_KEY: secretAccessKey, S3_FORCE_PATH_STYLE: pathStyle } = settings;
  if (!bucket || !accessKeyId || !secretAccessKey) return {};
  const endpoint = settings.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  const isPathStyle = pathStyle === 'true';
  return { blobs: s3Blobs({ endpoint, bucket, region, accessKeyId, secretAccessKey, isPathStyle }) };
}

type S3Variables = {
  S3_BUCKET?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_FORCE_PATH_STYLE: 'true' | 'false';
};

/** Sends emails by SMTP, if a mail server is configured. */
export function smtpPort({ SMTP_URL: url, MAIL_FROM: from }: MailSettings): Partial<Ports> {
  return url && from ? { carrier: smtpCarrier({ url, from }) } : {};
}

type MailSettings = { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined };

/**
 * Sends push messages, if there are VAPID keys. The address at which push services can reach the operator is
 * VAPID_SUBJECT; if that is not set, PUBLIC_URL if it is https, otherwise a placeholder.
 */
export function pushPort(settings: PushSettings): Pick<Ports, 'push'> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, PUBLIC_URL: site } = settings;
  if (!publicKey || !privateKey) return { push: null };
  const subject = settings.VAPID_SUBJECT ?? (site?.startsWith('https:') ? site : 'mailto:webmaster@example.com');
  return { push: webPushCarrier({ publicKey, privateKey, subject }) };
}

type PushSettings = {
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
  VAPID_SUBJECT?: string | undefined;
  PUBLIC_URL?: string | undefined;
};

/** Verifies the tokens of MSG91's widget, if MSG91 is the configured provider of one-time codes. */
export function msg91Port({
  OTP_PROVIDER: provider,
  MSG91_AUTH_KEY: authKey,
  MSG91_URL: url,
}: Msg91Settings): Partial<Ports> {
  return provider === 'msg91' && authKey ? { otp: msg91Otp({ authKey, baseUrl: url.replace(/\/+$/, '') }) } : {};
}

type Msg91Settings = { OTP_PROVIDER: 'sandbox' | 'msg91'; MSG91_AUTH_KEY?: string | undefined; MSG91_URL: string };

/**
 * Takes payments through Cashfree, if it is the configured payment provider. Cashfree sends webhooks to the path
 * `notifyPath` of PUBLIC_URL.
 */
export function cashfreePort(settings: CashfreeSettings, clock: Clock, notifyPath: string): Partial<Ports> {
  const { CASHFREE_CLIENT_ID: clientId, CASHFREE_CLIENT_SECRET: clientSecret, CASHFREE_MODE: mode } = settings;
  if (settings.PAYMENT_PROVIDER !== 'cashfree' || !clientId || !clientSecret) return {};
  const baseUrl = (settings.CASHFREE_URL ?? cashfreeUrls[mode]).replace(/\/+$/, '');
  // Cashfree accepts only https URLs for webhooks. If it gets none, it sends webhooks to the URL that is set in its
  // dashboard.
  const site = settings.PUBLIC_URL?.startsWith('https:') ? settings.PUBLIC_URL : undefined;
  const notifyUrl = site && new URL(notifyPath, site).href;
  return { payments: cashfreePayments({ mode, baseUrl, clientId, clientSecret, notifyUrl, clock }) };
}

type CashfreeSettings = {
  PAYMENT_PROVIDER: 'sandbox' | 'cashfree';
  CASHFREE_CLIENT_ID?: string | undefined;
  CASHFREE_CLIENT_SECRET?: string | undefined;
  CASHFREE_MODE: CashfreeMode;
  CASHFREE_URL?: string | undefined;
  PUBLIC_URL?: string | undefined;
};
const cashfreeUrls: Record<CashfreeMode, string> = {
  sandbox: 'https://sandbox.cashfree.com/pg',
  production: 'https://api.cashfree.com/pg',
};

/** Reads the posts of a WordPress site. */
export function wordpressPort(url: string, deps: Omit<WordPressDeps, 'url'>): Partial<Ports> {
  return { news: wordpressNews({ url, ...deps }) };
}
