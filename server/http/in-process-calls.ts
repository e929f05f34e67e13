import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

const inProcess = new AsyncLocalStorage<true>();

/**
 * Runs a call that this process makes to itself, such as an API call for a page that it renders. During the call,
 * `isInProcessCall` returns true.
 */
export function asInProcessCall<T>(call: () => Promise<T>): Promise<T> {
  return inProcess.run(true, call);
}

/**
 * True if this process has made the current call itself, by `asInProcessCall`. A client cannot forge this, unlike an IP
 * address or a header.
 */
export function isInProcessCall(): boolean {
  return inProcess.getStore() === true;
}

/**
 * Returns a function that makes GET requests to this server without the network. It returns null for a 404 and throws
 * an Error for any other status than 200.
 */
export function createInProcessGet(server: FastifyInstance) {
  return async (path: string) => {
    const { statusCode, body, headers } = await asInProcessCall(async () => await server.inject({ url: path }));
    if (statusCode === 404) return null;
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}`);
    const header = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]));
    return { text: body, header };
  };
}
