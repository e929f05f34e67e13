import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, readBody } from './local-http.ts';

export const msg91AuthKey = '10400001TestAuthKeyP1';

/**
 * How the next call to the simulated MSG91 fails: it hangs, its connection is cut, or it gets HTML, a redirect or an
 * error status.
 */
type Fault = 'hang' | 'cut' | 'html' | 'moved' | { status: number; body: unknown };

/**
 * A local stand-in for MSG91 with the documented formats of `verifyAccessToken`. Failures have HTTP status 200, error
 * codes are sometimes numbers and sometimes strings, and each access token can be verified only once.
 */
export class Msg91Server {
  /** The access tokens, each with the email address or mobile number that it proves. */
  readonly tokens = new Map<string, string | number>();
  readonly asked: Array<{ path: string; body: Record<string, unknown> }> = [];
  readonly #spent = new Set<string>();
  readonly #server = createServer((request, reply) => void this.#serve(request, reply));
  #fault: Fault | null = null;

  /** Starts the server and returns its base URL. */
  start(): Promise<string> {
    return listenLocally(this.#server);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  break(fault: Fault): void {
    this.#fault = fault;
  }

  async #serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = JSON.parse(String(await readBody(request)) || '{}') as Record<string, unknown>;
    this.asked.push({ path: `${request.method} ${request.url}`, body });
    const fault = this.#fault;
    this.#fault = null;
    if (fault === 'hang') return;
    if (fault === 'cut') return void reply.destroy();
    if (fault === 'moved') return void reply.writeHead(302, { location: 'https://elsewhere.example.com/' }).end();
    if (fault === 'html')
      return void reply.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Just a moment</h1></html>');
    const answer = fault ?? { status: 200, body: this.#answer(body) };
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  }

  #answer(body: Record<string, unknown>): unknown {
    if (body.authkey !== msg91AuthKey) return { type: 'error', message: 'AuthenticationFailure', code: '201' };
    const token = String(body['access-token']);
    const message = this.tokens.get(token);
    if (message === undefined) return { type: 'error', message: 'invalid access-token', code: 705 };
    if (this.#spent.has(token)) return { type: 'error', message: 'access-token already verified', code: '702' };
    this.#spent.add(token);
    return { type: 'success', message };
  }
}
