import { describe, expect, it, onTestFinished } from 'vitest';
import { isTlsMailServer } from '../../../../server/configuration/network-address.ts';
import { type MailCarrier, type QueuedEmail, Undeliverable } from '../../../../server/providers/mail/mail.ts';
import { smtpCarrier } from '../../../../server/providers/mail/smtp-carrier.ts';
import { makeCertificate } from '../../../support/certificate.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

const email: QueuedEmail = {
  dedupeKey: 'order-completed:LF-2026-000001',
  to: 'asha@example.com',
  toName: 'Asha Nair',
  subject: 'Booking confirmed: LF-2026-000001',
  text: 'Paid: ₹12,500.00\n\n.\nSeat of Zoë Ñandú',
  html: '<p>Paid: ₹12,500.00</p>',
  queuedAt: new Date('2026-03-10T06:30:00Z'),
};
const from = 'Landfall Maritime Academy <bookings@example.com>';
const timeouts = { connect: 400, greeting: 400, response: 400 };
const patiently = () => AbortSignal.timeout(5000);

async function open(): Promise<{ server: SmtpServer; carrier: MailCarrier }> {
  const server = await startSmtpServer();
  const carrier = smtpCarrier({ url: server.url, from, timeouts });
  onTestFinished(() => carrier.close());
  return { server, carrier };
}

/** The decoded bodies of a MIME message’s parts, by content type. */
function readParts(content: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(content)?.[1] ?? '';
  const parts = content.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const type = /content-type: ([^;\r]+)/i.exec(head)?.[1] ?? '';
      const encoded = body.join('\r\n\r\n');
      if (/base64/i.test(head)) return [type, Buffer.from(encoded, 'base64').toString()];
      const bytes = encoded
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      return [type, Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')];
    }),
  );
}

function readHeader(content: string, name: string): string | undefined {
  const head = (content.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  return head
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))
    ?.slice(name.length + 2);
}

describe('mail by SMTP', () => {
  it('an email sent by SMTP arrives with special characters, a line with a single dot, and both text and HTML', async () => {
    const { server, carrier } = await open();
    await carrier.carry(email, patiently());
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'bookings@example.com', to: ['asha@example.com'] });
    const parts = readParts(mail?.content ?? '');
    expect(parts['text/plain']?.trimEnd()).toBe(email.text);
    expect(parts['text/html']?.trimEnd()).toBe(email.html);
    expect(readHeader(mail?.content ?? '', 'From')).toBe(from);
    expect(readHeader(mail?.content ?? '', 'To')).toBe('Asha Nair <asha@example.com>');
    expect(readHeader(mail?.content ?? '', 'Auto-Submitted')).toBe('auto-generated');
  });

  it('a calendar file is attached to an email with its name and media type, beside the text and the HTML', async () => {
    const { server, carrier } = await open();
    const content = 'BEGIN:VCALENDAR\r\nSUMMARY:Überleben auf See\r\nEND:VCALENDAR\r\n';
    const contentType = 'text/calendar; charset=utf-8; method=PUBLISH';
    const attachments = [{ name: 'lf-2026-000001.ics', contentType, content }];
    await carrier.carry({ ...email, attachments }, patiently());
    await carrier.carry({ ...email, attachments }, patiently());
    const [mail, again] = server.received.map((received) => received.content);
    expect(again).toBe(mail);
    expect(readHeader(mail ?? '', 'Content-Type')).toMatch(/^multipart\/mixed;/);
    const [head = '', body = ''] = mail?.slice(mail.indexOf('Content-Type: text/calendar')).split('\r\n\r\n') ?? [];
    expect(head.replaceAll(/\r\n\s+/g, ' ')).toBe(
      [
        'Content-Type: text/calendar; charset=utf-8; method=PUBLISH; name=lf-2026-000001.ics',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename=lf-2026-000001.ics',
      ].join('\r\n'),
    );
    expect(Buffer.from(body.split('--')[0] ?? '', 'base64').toString()).toBe(content);
    expect(mail).toContain('multipart/alternative');
  });

  it('an email written by a person is threaded into its conversation and is not marked as generated automatically', async () => {
    const { server, carrier } = await open();
    const conversation = {
      messageId: '<3@academy.example>',
      references: ['<1@academy.example>', '<2@academy.example>'],
    };
    await carrier.carry({ ...email, conversation: { ...conversation, replyTo: 'office@example.com' } }, patiently());
    const content = server.received[0]?.content ?? '';
    expect(readHeader(content, 'Message-ID')).toBe('<3@academy.example>');
    expect(readHeader(content, 'In-Reply-To')).toBe('<2@academy.example>');
    expect(readHeader(content, 'References')).toBe('<1@academy.example> <2@academy.example>');
    expect(readHeader(content, 'Reply-To')).toBe('office@example.com');
    expect(readHeader(content, 'Auto-Submitted')).toBeUndefined();
  });

  it('lines of dots in the text of an email do not end the SMTP message', async () => {
    const { server, carrier } = await open();
    const text = 'above\n.\n..two\nbelow';
    await carrier.carry({ ...email, text, html: '<p>plain</p>' }, patiently());
    expect(readParts(server.received[0]?.content ?? '')['text/plain']?.trimEnd()).toBe(text);
  });

  it('an email that is sent again keeps its content and Message-ID', async () => {
    const { server, carrier } = await open();
    await carrier.carry(email, patiently());
    await carrier.carry(email, patiently());
    await carrier.carry({ ...email, dedupeKey: 'another' }, patiently());
    const [first, again, other] = server.received.map((mail) => mail.content);
    expect(again).toBe(first);
    expect(readHeader(first ?? '', 'Message-ID')).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
    expect(readHeader(other ?? '', 'Message-ID')).not.toBe(readHeader(first ?? '', 'Message-ID'));
  });

  it('a recipient’s name in a non-Latin script is encoded, and line breaks in a name or subject add neither a header nor a recipient', async () => {
    const { server, carrier } = await open();
    await carrier.carry({ ...email, toName: 'आशा नायर' }, patiently());
    expect(readHeader(server.received[0]?.content ?? '', 'To')).toMatch(/^=\?UTF-8\?.+\?= <asha@example\.com>$/);
    const evil = {
      toName: 'Asha\r\nBcc: evil@example.com\r\n\r\nHello',
      subject: 'Booked\r\nBcc: evil@example.com',
    };
    await carrier.carry({ ...email, ...evil }, patiently());
    const mail = server.received[1];
    expect(mail?.to).toEqual(['asha@example.com']);
    expect(readHeader(mail?.content ?? '', 'Bcc')).toBeUndefined();
    expect(readParts(mail?.content ?? '')['text/plain']?.trimEnd()).toBe(email.text);
  });

  it('an email address with line breaks or commas does not add a second recipient', async () => {
    const { server, carrier } = await open();
    for (const to of ['asha@example.com>\r\nRCPT TO:<evil@example.com', 'asha@example.com, evil@example.com'])
      await carrier.carry({ ...email, to }, patiently()).catch(() => {});
    expect(server.lines.filter((line) => line.toUpperCase().startsWith('RCPT TO:<EVIL'))).toEqual([]);
  });

  it('the SMTP client reuses its connection for several emails', async () => {
    const { server, carrier } = await open();
    for (const dedupeKey of ['one', 'two', 'three']) await carrier.carry({ ...email, dedupeKey }, patiently());
    expect(server.received).toHaveLength(3);
    expect(server.connections()).toBe(1);
  });

  it.each([
    ['RCPT', '550 no such mailbox'],
    ['DATA', '554 not here'],
    ['content', '552 too large'],
  ] as const)(
    'an email that the SMTP server refuses permanently at the step %s counts as undeliverable',
    async (step, answer) => {
      const { server, carrier } = await open();
      server.fail(step, answer);
      await expect(carrier.carry(email, patiently())).rejects.toBeInstanceOf(Undeliverable);
      expect(server.received).toEqual([]);
    },
  );

  it.each([
    ['greeting', '421 closing'],
    ['greeting', '554 no service'],
    ['greeting', 'hang'],
    ['EHLO', 'drop'],
    ['MAIL', '550 sender unknown'],
    ['MAIL', 'hang'],
    ['RCPT', '450 later'],
    ['DATA', '451 later'],
    ['content', '451 later'],
    ['content', 'hang'],
    ['content', 'drop'],
  ] as const)(
    'an SMTP failure at the step %s (%s) counts as temporary, and a second attempt succeeds',
    async (step, fault) => {
      const { server, carrier } = await open();
      server.fail(step, fault);
      const ended = await carrier.carry(email, patiently()).catch((error: unknown) => error);
      expect(ended).toBeInstanceOf(Error);
      expect(ended).not.toBeInstanceOf(Undeliverable);
      server.heal();
      await carrier.carry(email, patiently());
      expect(server.received.length).toBe(step === 'content' && /hang|drop/.test(fault) ? 2 : 1);
    },
  );

  it('the SMTP client does not itself retry an email when the server drops the connection', async () => {
    const { server, carrier } = await open();
    server.fail('greeting', 'drop');
    await expect(carrier.carry(email, patiently())).rejects.toBeInstanceOf(Error);
    expect(server.connections()).toBe(1);
  });

  it('the SMTP client stops when its AbortSignal is aborted while the server does not respond', async () => {
    const server = await startSmtpServer();
    server.fail('greeting', 'hang');
    const slow = smtpCarrier({
      url: server.url,
      from,
      timeouts: { connect: 60_000, greeting: 60_000, response: 60_000 },
    });
    onTestFinished(() => slow.close());
    const stop = new AbortController();
    const delivery = expect(slow.carry(email, stop.signal)).rejects.toBeInstanceOf(Error);
    await expect.poll(server.connections).toBe(1);
    stop.abort();
    await delivery;
  });

  it('an unreachable SMTP server is reported as a temporary failure', async () => {
    const carrier = smtpCarrier({ url: 'smtp://127.0.0.1:9', from, timeouts });
    onTestFinished(() => carrier.close());
    await expect(carrier.carry(email, patiently())).rejects.not.toBeInstanceOf(Undeliverable);
  });
});

describe('mail over TLS', () => {
  const certificate = makeCertificate();

  /** Sends an email to the server by a URL with this scheme, these parameters and a user name. Returns the error. */
  async function send(server: SmtpServer, scheme: string, parameters = '') {
    const url = server.url.replace('smtp://', `${scheme}://bookings:hush@`) + parameters;
    const carrier = smtpCarrier({ url, from, timeouts: { connect: 5000, greeting: 5000, response: 5000 } });
    onTestFinished(() => carrier.close());
    return carrier.carry(email, AbortSignal.timeout(10_000)).catch((error: unknown) => error);
  }
  /** Whether production accepts this URL for a mail server on the network. */
  const isAccepted = (scheme: string, parameters = '') =>
    isTlsMailServer(`${scheme}://bookings:hush@mail.example.com${parameters}`);

  it.each([
    ['smtp', '?requireTLS=true', 'STARTTLS'],
    ['smtp', '?requireTLS=true&ignoreTLS=false&opportunisticTLS=true', 'STARTTLS'],
    ['smtps', '', 'wrong version number'],
  ])(
    'production accepts the mail server URL %s://…%s, with which nothing secret is sent to a server without TLS',
    async (scheme, parameters, reason) => {
      const server = await startSmtpServer();
      expect(isAccepted(scheme, parameters)).toBe(true);
      const error = await send(server, scheme, parameters);
      expect(error).toMatchObject({ message: expect.stringContaining(reason) });
      expect(error).not.toBeInstanceOf(Undeliverable);
      expect(server.received).toEqual([]);
      expect(server.lines.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/i.test(line))).toEqual([]);
    },
  );

  it.each(['', '?secure=true', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])(
    'production refuses the URL smtp://…%s, which sends an email unencrypted to a server without TLS',
    async (parameters) => {
      const server = await startSmtpServer();
      // The server does not support AUTH, so the URL must not contain a user name.
      const carrier = smtpCarrier({ url: server.url + parameters, from, timeouts });
      onTestFinished(() => carrier.close());
      await carrier.carry(email, patiently());
      expect(server.received).toHaveLength(1);
      expect(isAccepted('smtp', parameters)).toBe(false);
    },
  );

  it('after STARTTLS, the SMTP client sends nothing to a server with an untrusted certificate, unless its URL turns this check off', async () => {
    const server = await startSmtpServer(await certificate);
    for (const parameters of ['', '?requireTLS=true']) {
      const error = await send(server, 'smtp', parameters);
      expect(error).toMatchObject({ message: expect.stringContaining('self-signed certificate') });
    }
    expect(server.received).toEqual([]);
    expect(server.lines.filter((line) => /^(AUTH|MAIL|RCPT|DATA)/i.test(line))).toEqual([]);
    const unverified = '?requireTLS=true&tls.rejectUnauthorized=false';
    const carrier = smtpCarrier({ url: server.url + unverified, from, timeouts });
    onTestFinished(() => carrier.close());
    await carrier.carry(email, patiently());
    expect(server.received).toHaveLength(1);
    expect(isAccepted('smtp', unverified)).toBe(false);
  });

  it('the SMTP client sends an email over STARTTLS to a server whose certificate it trusts', async () => {
    const own = await certificate;
    const server = await startSmtpServer(own);
    const url = `${server.url}?requireTLS=true&tls.ca=${encodeURIComponent(own.certificate)}`;
    const carrier = smtpCarrier({ url, from, timeouts });
    onTestFinished(() => carrier.close());
    await carrier.carry(email, patiently());
    expect(server.received).toHaveLength(1);
    expect(server.lines[1]).toBe('STARTTLS');
  });
});
