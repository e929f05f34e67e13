import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from './clock.ts';
import type { Mail, MailCarrier } from './mail.ts';
import { outboxMail } from './mail-outbox.ts';
import { sandboxCarrier } from './mail-sandbox.ts';
import { smtpCarrier } from './mail-smtp.ts';
import type { News } from './news.ts';
import type { Sanitise } from './news-clean.ts';
import { contentNews } from './news-content.ts';
import { wordpressNews } from './news-wordpress.ts';
import type { Otp } from './otp.ts';
import { msg91Otp } from './otp-msg91.ts';
import { sandboxOtp } from './otp-sandbox.ts';
import type { Payments } from './payments.ts';
import { type CashfreeMode, cashfreePayments } from './payments-cashfree.ts';
import { sandboxPayments } from './payments-sandbox.ts';

/** The outside world of signing in, of mail and of payments, as arguments (design 12). */
export type Ports = { otp: Otp; mail: Mail; carrier: MailCarrier; payments: Payments; news: News };

export function sandboxPorts(parts: { db: Kysely<Database>; clock: Clock; secret: string; siteUrl: string }): Ports {
  return {
    otp: sandboxOtp(parts),
    mail: outboxMail(parts),
    carrier: sandboxCarrier(parts),
    payments: sandboxPayments(parts),
    news: contentNews(parts),
  };
}

/** Mail by the configured SMTP server, if there is one. */
export function smtpPort({ SMTP_URL: url, MAIL_FROM: from }: MailSettings): Partial<Ports> {
  return url && from ? { carrier: smtpCarrier({ url, from }) } : {};
}

type MailSettings = { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined };

/** One-time codes by MSG91, where it is the configured provider. */
export function msg91Port({
  OTP_PROVIDER: provider,
  MSG91_AUTH_KEY: authKey,
  MSG91_URL: url,
}: Msg91Settings): Partial<Ports> {
  return provider === 'msg91' && authKey ? { otp: msg91Otp({ authKey, baseUrl: url.replace(/\/+$/, '') }) } : {};
}

type Msg91Settings = { OTP_PROVIDER: 'sandbox' | 'msg91'; MSG91_AUTH_KEY?: string | undefined; MSG91_URL: string };

/** Payments by Cashfree, where it is the configured provider; webhooks come to `notifyPath` of the public address. */
export function cashfreePort(settings: CashfreeSettings, clock: Clock, notifyPath: string): Partial<Ports> {
  const { CASHFREE_CLIENT_ID: clientId, CASHFREE_CLIENT_SECRET: clientSecret, CASHFREE_MODE: mode } = settings;
  if (settings.PAYMENT_PROVIDER !== 'cashfree' || !clientId || !clientSecret) return {};
  const baseUrl = (settings.CASHFREE_URL ?? cashfreeUrls[mode]).replace(/\/+$/, '');
  // Cashfree tells no address in the clear; then webhooks go where its dashboard says.
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

/** Posts of a WordPress site. */
export function wordpressPort(url: string, clock: Clock, sanitise: Sanitise): Partial<Ports> {
  return { news: wordpressNews({ url, sanitise, clock }) };
}
