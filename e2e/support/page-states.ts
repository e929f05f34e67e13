import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';

/** How a page stands while its calls are under way, answered with nothing in them, refused, unanswered, or answered. */
export const pageStates = ['loading', 'empty', 'error', 'offline', 'loaded'] as const;
export type PageState = (typeof pageStates)[number];

/** Calls of a page; those of the frame around it are answered in every state but offline. */
const calls = /\/(?:api\/(?!cms\/(?:header|footer)|health)|wp-json\/)/;
const anyCall = /\/(?:api|wp-json)\//;
/** Lists that may have nothing in them. */
const emptied = new Set(
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
    entries.map(([key, one]) => [key, Array.isArray(one) && emptied.has(key) ? [] : emptyLists(one)]),
  );
}

async function answerEmpty(route: Route): Promise<void> {
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

/** Lets a page of this context come into `state`. Answers what tells whether it made a call at all. */
async function arrange(context: BrowserContext, state: PageState): Promise<() => number> {
  let asked = 0;
  const count = (answer: (route: Route) => Promise<void>) => (route: Route) => {
    asked += 1;
    return answer(route);
  };
  if (state === 'loading')
    await context.route(
      calls,
      count(async () => {}),
    );
  if (state === 'empty') await context.route(calls, count(answerEmpty));
  if (state === 'error')
    await context.route(
      calls,
      count((route) => route.fulfill({ status: 403, headers: { 'x-landfall': '1' }, json: refusal })),
    );
  return () => asked;
}

type AppWindow = { __TSR_ROUTER__: { navigate: (to: { to: string }) => Promise<void> } };

/** Brings a page of its own into `state` by a link from another page, which loads nothing but the data. */
export async function openInState(context: BrowserContext, path: string, state: PageState): Promise<Page> {
  const page = await context.newPage();
  const readAsked = await arrange(context, state);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeVisible();
  if (state === 'offline') {
    // What is wanted may have come already: then no call tells that the server is gone.
    await page.waitForLoadState('networkidle');
    await context.route(anyCall, (route) => route.abort());
  }
  await page.evaluate((to) => void (window as unknown as AppWindow).__TSR_ROUTER__.navigate({ to }), path);
  await expect(page).toHaveURL(new RegExp(`${path.replaceAll('?', '\\?')}$`));
  if (state !== 'offline' && state !== 'loaded')
    await expect.poll(readAsked, `${path} asks for something`).toBeGreaterThan(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' }), path).toHaveCount(0);
  const busy = page.getByRole('main').locator('[aria-busy="true"]');
  if (state === 'loading') await expect(busy.first(), path).toBeVisible();
  else await expect(busy, path).toHaveCount(0);
  if (state === 'offline')
    await expect(async () => {
      // A call that was under way may still be answered, and say that the server is there.
      await page.evaluate(() => window.dispatchEvent(new Event('offline')));
      await expect(page.getByText('You are offline.')).toBeVisible({ timeout: 2000 });
    }).toPass();
  // A page that there is not comes with a script of its own.
  if (state !== 'loading') await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  await expect(page).toHaveTitle(/./);
  return page;
}
