import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/**
 * An email that the server has received. `content` has CRLF line ends; the dots that SMTP adds at the start of lines
 * are removed.
 */
type ReceivedMail = { from: string; to: string[]; content: string };
type Step = 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'content';
/**
 * What the server does at a step of the SMTP conversation instead of its usual reply. `hang`: it sends no reply.
 * `drop`: it closes the connection. Any other text is its reply. An email is stored even with `hang` or `drop` at the
 * step `content`.
 */
type Fault = string | 'hang' | 'drop';

export type SmtpServer = {
  url: string;
  received: ReceivedMail[];
  /** Every line with an SMTP command that the server has received from clients. */
  lines: string[];
  connections: () => number;
  /**
   * The server applies `fault` the next `times` times that a conversation reaches `step`, or every time if `times` is
   * left out.
   */
  fail: (step: Step, fault: Fault, times?: number) => void;
  heal: () => void;
};

const usual: Record<Step, string> = {
  greeting: '220 harbour ESMTP',
  EHLO: '250-harbour\r\n250-8BITMIME\r\n250 SIZE 1000000',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  content: '250 taken',
};

type Line = {
  say: (step: Step) => boolean;
  /** Continues the conversation over TLS. Missing if the server does not offer STARTTLS. */
  encrypt?: (() => void) | undefined;
  received: ReceivedMail[];
  lines: string[];
};

/**
 * Handles the connection of one client. Reads a command from each line; after DATA, reads the email's content up to a
 * line that has only a dot.
 */
function converse(socket: Socket, { say, encrypt, received, lines }: Line): void {
  let unread = '';
  let mail: ReceivedMail = { from: '', to: [], content: '' };
  let isContent = false;

  const obey = (line: string) => {
    lines.push(line);
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    if (verb === 'RSET') return void socket.write('250 ok\r\n');
    if (verb === 'STARTTLS' && encrypt) {
      socket.removeAllListeners('data');
      socket.write('220 go on\r\n');
      return encrypt();
    }
    if (!(verb in usual)) return void socket.write('500 what?\r\n');
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (!say(verb as Step)) return;
    if (verb === 'MAIL') mail = { from: address, to: [], content: '' };
    if (verb === 'RCPT') mail.to.push(address);
    if (verb === 'DATA') isContent = true;
  };
  const readLine = (line: string) => {
    if (!isContent) return obey(line);
    if (line !== '.') {
      mail.content += `${line.replace(/^\./, '')}\r\n`;
      return;
    }
    isContent = false;
    if (say('content')) received.push(mail);
  };

  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    unread += chunk;
    const complete = unread.split('\r\n');
    unread = complete.pop() ?? '';
    for (const line of complete) readLine(line);
  });
  socket.on('error', () => {});
}

/**
 * Starts a small SMTP server on a free port. It stops after the test. It offers STARTTLS only if it has a certificate
 * (`tls`).
 */
export async function startSmtpServer(tls?: { key: string; certificate: string }): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const lines: string[] = [];
  const faults = new Map<Step, { fault: Fault; left: number }>();
  const sockets = new Set<Socket>();
  let connections = 0;

  /**
   * Sends the reply to a step, or applies the planned fault instead. Returns whether the server does what the client
   * asked for at this step, such as storing the email.
   */
  const sayOn = (socket: Socket) => (step: Step) => {
    const planned = faults.get(step);
    const offer = step === 'EHLO' && tls && !(socket instanceof TLSSocket) ? '250-STARTTLS\r\n' : '';
    if (!planned || planned.left === 0) return socket.write(`${offer}${usual[step]}\r\n`) || true;
    planned.left -= 1;
    if (planned.fault === 'drop') socket.destroy();
    else if (planned.fault !== 'hang') socket.write(`${planned.fault}\r\n`);
    return step === 'content' && (planned.fault === 'drop' || planned.fault === 'hang');
  };
  function converseEncrypted(plain: Socket, { key, certificate }: { key: string; certificate: string }): void {
    const socket = new TLSSocket(plain, { isServer: true, key, cert: certificate });
    converse(socket, { say: sayOn(socket), received, lines });
  }
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    const encrypt = tls && (() => converseEncrypted(socket, tls));
    converse(socket, { say: sayOn(socket), encrypt, received, lines });
    sayOn(socket)('greeting');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    lines,
    connections: () => connections,
    fail: (step, fault, times = Number.POSITIVE_INFINITY) => faults.set(step, { fault, left: times }),
    heal: () => faults.clear(),
  };
}
