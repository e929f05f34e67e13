import { randomBytes } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { clientHeader, clientName, idempotencyHeader } from '../../contract/headers.ts';

export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed JSON body; null if the body is not JSON. */
  body: unknown;
};

/**
 * Returns the string at a path of the response's JSON body, such as `user.user_id`; '' if there is no string at this
 * path.
 */
export function fieldOf({ body }: Reply, path: string): string {
  let value = body;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}

/** What to send. `body` is serialized as JSON; `bytes` are sent unchanged. A header whose value is '' is left out. */
type Sent = { body?: object; bytes?: Buffer; headers?: Record<string, string> };

type AttackerOptions = { port: number; address: string; signal: AbortSignal; onRequest: () => void };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * An HTTP client that sends requests as a reverse proxy on the same computer would forward them: with the attacker's IP
 * address in `X-Forwarded-For`. It stores cookies as a browser does. It sends the same headers as the site's own pages;
 * an attack can replace them.
 */
export class Attacker {
  readonly port: number;
  readonly address: string;
  readonly cookies = new Map<string, string>();
  readonly #options: AttackerOptions;

  constructor(options: AttackerOptions) {
    this.port = options.port;
    this.address = options.address;
    this.#options = options;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * Stores cookies that this client did not get from a response, such as a stolen session. `cookie`: one or more
   * cookies in the format of a Cookie header.
   */
  setCookie(cookie: string): void {
    for (const pair of cookie.split('; ')) {
      const end = pair.indexOf('=');
      this.cookies.set(pair.slice(0, end), pair.slice(end + 1));
    }
  }

  get(path: string, headers?: Record<string, string>): Promise<Reply> {
    return this.send('GET', path, headers ? { headers } : {});
  }

  post(path: string, body: object, headers?: Record<string, string>): Promise<Reply> {
    return this.send('POST', path, headers ? { body, headers } : { body });
  }

  send(method: string, path: string, { body, bytes, headers = {} }: Sent = {}): Promise<Reply> {
    const payload = bytes ?? (body === undefined ? undefined : Buffer.from(JSON.stringify(body)));
    const all: Record<string, string> = {
      'x-forwarded-for': this.address,
      'sec-fetch-site': 'same-origin',
      [clientHeader]: clientName,
      cookie: this.cookie,
      ...(method === 'GET' ? {} : { [idempotencyHeader]: randomBytes(16).toString('hex') }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(payload ? { 'content-length': String(payload.length) } : {}),
      ...headers,
    };
    this.#options.onRequest();
    return this.#exchange(
      method,
      path,
      Object.fromEntries(Object.entries(all).filter(([, text]) => text !== '')),
      payload,
    );
  }

  #exchange(method: string, path: string, headers: Record<string, string>, payload?: Buffer): Promise<Reply> {
    const { port, signal } = this.#options;
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent, signal }, async (response) => {
        try {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          this.#keepCookies(response.headers['set-cookie'] ?? []);
          const text = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: isJson ? JSON.parse(text) : null,
          });
        } catch (error) {
          reject(error);
        }
      });
      sent.on('error', reject);
      sent.end(payload);
    });
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
