import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

const own = new AsyncLocalStorage<true>();

/** Runs a call that this process makes to itself, for a page that it renders. */
export function asOwnCall<T>(call: () => Promise<T>): Promise<T> {
  return own.run(true, call);
}

/** True inside `asOwnCall`: nobody outside can claim it, unlike an address or a header. */
export function isOwnCall(): boolean {
  return own.getStore() === true;
}

/** Asks GETs of this server without the network; null where there is no such thing. The asking @throws Error where it fails */
export function askWithin(server: FastifyInstance) {
  return async (path: string) => {
    const { statusCode, body, headers } = await asOwnCall(async () => await server.inject({ url: path }));
    if (statusCode === 404) return null;
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    const header = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]));
    return { text: body, header };
  };
}
