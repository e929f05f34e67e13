import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { seed } from '../sample.ts';
import { startSite } from '../site/site-server.ts';
import { signInByApi } from '../site/students.ts';
import { test } from '../test.ts';
import { type BadNetwork, openBadNetwork } from './bad-network.ts';
import { type Certificates, createCertificates } from './certificates.ts';

/**
 * Environment variables that make the site trust the proxy of the bad network, so that the site treats visitors as
 * using TLS.
 */
export const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' };

/**
 * Playwright's `test` for a site behind a network that can become bad (`badNetwork`). `api` makes API calls as the
 * student `account`, for steps that no screen covers.
 */
export const testOnBadNetwork = test.extend<
  { badNetwork: BadNetwork; api: APIRequestContext },
  { certificates: Certificates }
>({
  certificates: [async ({ browserName: _ }, use) => use(await createCertificates()), { scope: 'worker' }],
  launchOptions: [
    async ({ certificates, launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), certificates.trust] }),
    { scope: 'worker' },
  ],
  site: [
    async ({ academy: _ }, use) => {
      const site = await startSite(behindProxy);
      await use(site);
      await site.dispose();
    },
    { scope: 'worker' },
  ],
  badNetwork: async ({ site, certificates }, use) => {
    const network = await openBadNetwork(site.port, certificates, seed);
    await use(network);
    await network.close();
  },
  api: async ({ account, badNetwork, playwright }, use) => {
    const api = await playwright.request.newContext({ baseURL: badNetwork.origin, ignoreHTTPSErrors: true });
    await signInByApi(api, account);
    await use(api);
    await api.dispose();
  },
  baseURL: ({ badNetwork }, use) => use(badNetwork.origin),
});

/** Copies the session cookie of `api` to this browser, so that the same student is signed in here. */
export async function shareSession(api: APIRequestContext, context: BrowserContext): Promise<void> {
  await context.addCookies((await api.storageState()).cookies);
}
