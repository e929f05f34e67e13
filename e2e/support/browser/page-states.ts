import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { startNavigation } from './client-navigation.ts';

/** States of a page: its calls are pending, return empty lists, are refused, fail without a network, or succeed. */
export const pageStates = ['loading', 'empty', 'error', 'offline', 'loaded'] as const;
export type PageState = (typeof pageStates)[number];

/**
 * Matches the API calls for the page's own content. Header, footer and health calls succeed in every state except
 * offline.
 */
const calls = /\/(?:api\/(?!cms\/(?:header|footer)|health)|wp-json\/)/;
const anyCall = /\/(?:api|wp-json)\//;
/** Response fields that hold lists which may be empty. They are empty in the state `empty`. */
const emptyableLists = new Set(
  [
    'courses',
    'batches',
    'notices',
    'sections',
    'dept',
    'buttons',
    'coursePackages',
    'contentItems',
    'importantNotes',
  ].concat(['faculty_list', 'facility_list', 'course_list']),
);

function emptyLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptyLists);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, one]) => [key, Array.isArray(one) && emptyableLists.has(key) ? [] : emptyLists(one)]),
  );
}

async function respondEmpty(route: Route): Promise<void> {
  const response = await route.fetch();
  const body: unknown = await response.json();
  await route.fulfill({ response, json: Array.isArray(body) ? [] : emptyLists(body) });
}

const refusal = {
  success: false,
  statusCode: 403,
  code: 'FORBIDDEN',
  errorCode: 'FORBIDDEN',
  message: 'No.',
  requestId: 'x',
};

/**
 * Lets the API calls of all pages of a browser context end, or stay pending, as `state` requires. @returns a function that
 * reads how many calls were made
 */
async function routeCalls(context: BrowserContext, state: PageState): Promise<() => number> {
  let callCount = 0;
  const count = (handle: (route: Route) => Promise<void>) => (route: Route) => {
    callCount += 1;
    return handle(route);
  };
  if (state === 'loading')
    await context.route(
      calls,
      count(async () => {}),
    );
  if (state === 'empty') await context.route(calls, count(respondEmpty));
  if (state === 'error')
    await context.route(
      calls,
      count((route) => route.fulfill({ status: 403, headers: { 'x-landfall': '1' }, json: refusal })),
    );
  return () => callCount;
}

/** Opens the login page, then navigates on the client to `path`, and waits until that page is in `state`. */
export async function openInState(context: BrowserContext, path: string, state: PageState): Promise<Page> {
  const page = await context.newPage();
  const countCalls = await routeCalls(context, state);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
  if (state === 'offline') {
    // Let all preloads finish first, so that none of them succeeds after the network is cut.
    await page.waitForLoadState('networkidle');
    await context.route(anyCall, (route) => route.abort());
  }
  await startNavigation(page, path);
  await expect(page).toHaveURL(new RegExp(`${path.replaceAll('?', '\\?')}$`));
  if (state !== 'offline' && state !== 'loaded')
    await expect.poll(countCalls, `${path} makes a call`).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' }), path).toHaveCount(0);
  const busy = page.getByRole('main').locator('[aria-busy="true"]');
  if (state === 'loading') await expect(busy.first(), path).toBeVisible();
  else await expect(busy, path).toHaveCount(0);
  if (state === 'offline')
    await expect(async () => {
      // A late response may tell the page that the server is reachable again, so dispatch `offline` until the page
      // shows it.
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await expect(page.getByText('You are offline.')).toBeVisible({ timeout: 2000 });
    }).toPass();
  // While loading, the heading may be missing because it is part of the data.
  if (state !== 'loading') await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page).toHaveTitle(/./);
  return page;
}
