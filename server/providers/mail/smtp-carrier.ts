import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { type MailCarrier, type QueuedEmail, Undeliverable } from './mail.ts';

/** Timeouts of an SMTP connection in milliseconds: for connecting, for the server's greeting, and for each response. */
type SmtpTimeouts = { connect: number; greeting: number; response: number };

type SmtpOptions = {
  /**
   * URL of the mail server: `smtp://user:password@host:port` or `smtps://…`. With `smtp:`, STARTTLS is used if the
   * server offers it; with `?requireTLS=true`, no email is sent without STARTTLS.
   */
  url: string;
  /** The sender of the emails: `Academy <bookings@example.com>` or only the address. */
  from: string;
  timeouts?: SmtpTimeouts;
};

const defaultTimeouts: SmtpTimeouts = { connect: 10_000, greeting: 10_000, response: 30_000 };
const atOnce = 4;

function domainOf(address: string): string {
  return /@([^\s<>@]+)/.exec(address)?.[1] ?? 'localhost';
}

/**
 * True if the SMTP server refuses the email itself permanently: it rejects the recipient or the content with a 5xx code
 * (RFC 5321, section 4.2.1).
 */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command);
}

/**
 * The headers of an email. In a conversation they refer to the earlier messages. Any other email is marked as
 * automatic.
 */
function toHeaders({ conversation }: QueuedEmail, ownId: string) {
  if (!conversation) return { messageId: ownId, headers: { 'Auto-Submitted': 'auto-generated' } };
  const { messageId, references, replyTo } = conversation;
  const last = references.at(-1);
  return {
    messageId,
    ...(last === undefined ? {} : { inReplyTo: last, references: [...references] }),
    ...(replyTo === null ? {} : { replyTo }),
  };
}

/**
 * Builds a message. If the same email is sent again, the message is identical, so that mail systems can drop the
 * second copy by its Message-ID.
 */
function toMessage(email: QueuedEmail, from: string) {
  const name = createHash('sha256').update(email.dedupeKey).digest('hex').slice(0, 40);
  return {
    from,
    to: { name: email.toName ?? '', address: email.to },
    subject: email.subject,
    text: email.text,
    ...(email.html === undefined ? {} : { html: email.html }),
    attachments: (email.attachments ?? []).map(({ name: filename, ...attached }) => ({ filename, ...attached })),
    ...toHeaders(email, `<${name}@${domainOf(from)}>`),
    date: email.queuedAt,
    baseBoundary: name,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Sends emails by SMTP over a small pool of connections. After a crash, an email may be sent twice (see
 * `server/mail/sender.ts`).
 */
export function smtpCarrier({ url, from, timeouts = defaultTimeouts }: SmtpOptions): MailCarrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: atOnce,
    // Turn off retries of the mail library, because `server/mail/sender.ts` retries with its own counts and pauses.
    maxRequeues: 0,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.response,
    dnsTimeout: timeouts.connect,
  });
  // A connection in the pool may break while it is idle. That affects no email, so ignore the error.
  transport.on('error', () => {});
  return {
    atOnce,
    async carry(email, signal) {
      await transport.sendMail({ ...toMessage(email, from), signal }).catch((error: unknown) => {
        if (isRefusedForGood(error)) throw new Undeliverable(String(error), { cause: error });
        throw error;
      });
    },
    check: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}
