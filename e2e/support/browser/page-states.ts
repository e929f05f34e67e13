import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { paths } from '../../../contract/pages.ts';
import { startNavigation } from './client-navigation.ts';

/**
 * The states in which a page is tested. Its API calls stay pending (`loading`), return empty lists (`empty`), are
 * refused (`error`), fail without a network (`offline`) or succeed (`loaded`).
 */
export const pageStates = ['loading', 'empty', 'error', 'offline', 'loaded'] as const;
export type PageState = (typeof pageStates)[number];

/**
 * Matches the API calls for the page's own content. Health checks and the calls for the header and the footer do not
 * match: they succeed in every state except `offline`.
 */
const calls = /\/(?:api\/(?!cms\/(?:header|footer)|health)|wp-json\/)/;
const anyCall = /\/(?:api|wp-json)\//;
/** Names of response fields that contain lists. In the state `empty`, these lists are empty. */
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
 * Makes the API calls of all pages of a browser context behave as `state` requires.
 * @returns a function that returns how many of these calls were made
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

/** The pages from which a visitor and a signed-in student navigate to the tested page. */
const startPages = {
  visitor: { path: '/login', heading: 'Login' },
  student: { path: '/departments', heading: 'Departments' },
} as const;

/**
 * Opens a page as the first one, and waits until it is loading. Only the call that finds out who is signed in succeeds.
 */
async function openLoading(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await routeCalls(context, 'loading');
  await context.route(/\/api\/auth\/verify\/login\/status$/, (route) => route.continue());
  await page.goto(path);
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Account' })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]').first(), path).toBeVisible();
  return page;
}

/**
 * Opens a start page, navigates on the client to `path`, and waits until that page is in the state `state`. For a
 * student, the calls of the start page always succeed, so that the page can find out who is signed in.
 */
export async function openInState(
  context: BrowserContext,
  path: string,
  state: PageState,
  person: keyof typeof startPages = 'visitor',
): Promise<Page> {
  // Open the cart page without a start page. The start page's header would load the cart, and then nothing would be
  // left to load.
  if (path === paths.cart && state === 'loading') return openLoading(context, path);
  const page = await context.newPage();
  const start = startPages[person];
  let countCalls = person === 'visitor' ? await routeCalls(context, state) : () => 0;
  await page.goto(start.path);
  const startHeading = page.getByRole('heading', { level: 1, name: start.heading, exact: true });
  await expect(startHeading).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
  if (person === 'student') {
    await expect(page.getByRole('banner').getByRole('navigation', { name: 'Account' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    countCalls = await routeCalls(context, state);
  }
  if (state === 'offline') {
    // Wait until the start page has preloaded everything: a call in progress would still succeed after the network is
    // cut.
    await page.waitForLoadState('networkidle');
    await context.route(anyCall, (route) => route.abort());
  }
  await startNavigation(page, path);
  await expect(page).toHaveURL(new RegExp(`${path.replaceAll('?', '\\?')}$`));
  if (state !== 'offline' && state !== 'loaded')
    await expect.poll(countCalls, `${path} makes a call`).toBeGreaterThan(0);
  await expect(startHeading, path).toHaveCount(0);
  const busy = page.getByRole('main').locator('[aria-busy="true"]');
  if (state === 'loading') await expect(busy.first(), path).toBeVisible();
  else await expect(busy, path).toHaveCount(0);
  if (state === 'offline')
    await expect(async () => {
      // A response that arrives late may tell the page that the server can be reached again, so repeat the `offline`
      // event until the page shows that it is offline.
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await expect(page.getByText('You are offline.').first()).toBeVisible({ timeout: 2000 });
    }).toPass();
  // In the state `loading` the heading may be missing, because on some pages its text comes from the API.
  if (state !== 'loading') await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page).toHaveTitle(/./);
  return page;
}
