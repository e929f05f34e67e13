import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type MailCarrier, type QueuedLetter, Undeliverable } from './mail.ts';

/** Milliseconds that the server may take: to be reached, to greet, between two answers. */
export type SmtpTimes = { connect: number; greeting: number; answer: number };

export type SmtpParts = {
  /** `smtp://user:password@host:port` (TLS by STARTTLS where offered; `?requireTLS=true`: always) or `smtps://…`. */
  url: string;
  /** Whom mails come from: `Academy <bookings@example.com>` or the address alone. */
  from: string;
  times?: SmtpTimes;
};

const usualTimes: SmtpTimes = { connect: 10_000, greeting: 10_000, answer: 30_000 };
const atOnce = 4;

function domainOf(address: string): string {
  return /@([^\s<>@]+)/.exec(address)?.[1] ?? 'localhost';
}

/** The server speaks of this letter, not of us: 5xx to its recipient or its content (RFC 5321, 4.2.1). */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command);
}

/** Everything that a repeat needs to be the same message: mailboxes and relays join what has one Message-ID. */
function toMessage(letter: QueuedLetter, from: string) {
  const name = createHash('sha256').update(letter.dedupeKey).digest('hex').slice(0, 40);
  return {
    from,
    to: { name: letter.toName ?? '', address: letter.to },
    subject: letter.subject,
    text: letter.text,
    ...(letter.html === undefined ? {} : { html: letter.html }),
    messageId: `<${name}@${domainOf(from)}>`,
    date: letter.queuedAt,
    baseBoundary: name,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Mail by an SMTP server, over a few connections that are kept. SMTP can't promise 'once': see `server/mail/sender.ts`. */
export function smtpCarrier({ url, from, times = usualTimes }: SmtpParts): MailCarrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: atOnce,
    // Repeats are the outbox's: it counts them and pauses.
    maxRequeues: 0,
    connectionTimeout: times.connect,
    greetingTimeout: times.greeting,
    socketTimeout: times.answer,
    dnsTimeout: times.connect,
  });
  // A kept connection that breaks while nothing is sent concerns no letter.
  transport.on('error', () => {});
  return {
    atOnce,
    async carry(letter, signal) {
      await transport.sendMail({ ...toMessage(letter, from), signal }).catch((error: unknown) => {
        if (isRefusedForGood(error)) throw new Undeliverable(String(error), { cause: error });
        throw error;
      });
    },
    close: () => transport.close(),
  };
}
