import type { Page, Route } from '@playwright/test';
import { apiVersion, markerHeader } from '../../contract/headers.ts';

type Call = { method: string; path: RegExp };

const isCall = (route: Route, { method, path }: Call) =>
  route.request().method() === method && path.test(new URL(route.request().url()).pathname);

/** Calls of a page that stand still, are refused or lost on their way, so that its machines stand where a test looks. */
export class HeldCalls {
  readonly #page: Page;
  readonly #arrived = Promise.withResolvers<void>();
  #letGo: Array<() => Promise<void>> = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async #take(call: Call, answer: (route: Route) => Promise<void>): Promise<void> {
    await this.#page.route('**/*', (route) => (isCall(route, call) ? answer(route) : route.fallback()));
  }

  /** Keeps the call from the server until it is let go; a page that has gone meanwhile wants it no more. */
  async hold(method: string, path: RegExp): Promise<void> {
    const freed = Promise.withResolvers<void>();
    this.#letGo.push(async () => freed.resolve());
    await this.#take({ method, path }, async (route) => {
      this.#arrived.resolve();
      await freed.promise;
      await route.continue().catch(() => {});
    });
  }

  /** Until a call is held. */
  get arrived(): Promise<void> {
    return this.#arrived.promise;
  }

  async refuse(method: string, path: RegExp, status: number, code: string): Promise<void> {
    const json = { statusCode: status, code, errorCode: code, message: 'No.', requestId: 'r' };
    await this.#take({ method, path }, (route) =>
      route.fulfill({ status, headers: { [markerHeader]: apiVersion }, json }),
    );
  }

  /** The call reaches nobody. */
  async lose(method: string, path: RegExp): Promise<void> {
    await this.#take({ method, path }, (route) => route.abort());
  }

  /** From now on every call goes its way, those that were held first. */
  async letAllGo(): Promise<void> {
    for (const letGo of this.#letGo) await letGo();
    this.#letGo = [];
    await this.#page.unrouteAll({ behavior: 'wait' });
  }
}
