import { AsyncLocalStorage } from 'node:async_hooks';

const own = new AsyncLocalStorage<true>();

/** Runs a call that this process makes to itself, for a page that it renders. */
export function asOwnCall<T>(call: () => Promise<T>): Promise<T> {
  return own.run(true, call);
}

/** True inside `asOwnCall`: nobody outside can claim it, unlike an address or a header. */
export function isOwnCall(): boolean {
  return own.getStore() === true;
}
