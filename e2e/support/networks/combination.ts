import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { SiteServer } from '../site/site-server.ts';
import { countRows, type StudentRows } from '../site/student-rows.ts';
import type { BadNetwork } from './bad-network.ts';
import { applyCondition, type Condition, endCondition } from './conditions.ts';
import { expectedTexts, type Stage, type State } from './states.ts';

/** The result of playing one action under one network condition. `faults`: what was wrong; empty if nothing was. */
export type Outcome = {
  condition: string;
  state: string;
  hasWorker: boolean;
  /** The texts on the screen that tell the student what is happening. */
  shown: string;
  /** Requests that reached the site while the network was bad. Error reports and health checks are left out. */
  delivered: string[];
  added: Partial<StudentRows>;
  faults: string[];
};

/**
 * How long to wait for the expected texts, and for the action to be done. The site needs 30 s to notice a silent
 * server, and several times as long if the connection is interrupted every few seconds. The rest is a reserve for a
 * busy machine.
 */
const shownWithinMs = 100_000;
const doneWithinMs = 100_000;
const lookEveryMs = 500;
/** For how many milliseconds a screen may be empty, or show a spinner without a text. */
const patienceMs = 3000;

/** Returns the visible text of all elements that match the selector. */
const readText = async (page: Page, selector: string) => (await page.locator(selector).allInnerTexts()).join('\n');

/** Finds a visible busy indicator that has no text at all, not even one for screen readers. */
const findWordlessWait = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const words = (element: Element) => (element.textContent ?? '').trim() + (element.getAttribute('aria-label') ?? '');
    const busy = [...document.querySelectorAll('[aria-busy=true], [role=progressbar], [data-loading=true]')];
    return busy.find((element) => isShown(element) && words(element) === '')?.outerHTML.slice(0, 120);
  });

/**
 * Returns what a student would find wrong with the screen at this moment: it is empty, or it waits without a text. Null
 * if nothing is wrong.
 */
async function findBlank(page: Page): Promise<string | null> {
  if ((await readText(page, 'body')).trim().length < 20) return 'the page is blank';
  const isMainEmpty = (await readText(page, 'main')).trim() === '';
  if (isMainEmpty && (await page.locator('main [aria-busy], #waiting').count()) === 0) return 'the page has no content';
  const wordless = await findWordlessWait(page);
  return wordless ? `waits without a word: ${wordless}` : null;
}

/** Returns the texts of all visible notices, alerts and headings. */
async function readNotices(page: Page): Promise<string> {
  const notices = page.locator('[role=status], [role=alert], h1, [aria-labelledby=waiting-changes]');
  const texts = (await notices.filter({ visible: true }).allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );
  return [...new Set(texts.filter(Boolean))].join(' | ');
}

/**
 * Watches the screen until the action is done or all expected texts are visible. Adds to `faults` what a student would
 * find wrong with the screen.
 * @returns the notices on the screen at the end
 */
async function watch(
  stage: Stage,
  state: State,
  wanted: readonly RegExp[] | 'done',
  faults: Set<string>,
): Promise<string> {
  const { page } = stage;
  let blankSince: number | null = null;
  let missing: readonly RegExp[] = [];
  const look = async () => {
    // Ignore an error: the page may be navigating at this moment.
    const blank = await findBlank(page).catch(() => null);
    blankSince = blank ? (blankSince ?? performance.now()) : null;
    if (blank && blankSince !== null && performance.now() - blankSince > patienceMs) faults.add(blank);
    if (await state.done(stage).first().isVisible()) return true;
    const text = await readText(page, 'body').catch(() => '');
    missing = wanted === 'done' ? [] : wanted.filter((one) => !one.test(text));
    return wanted !== 'done' && missing.length === 0;
  };
  const isRight = await expect
    .poll(look, { intervals: [lookEveryMs], timeout: shownWithinMs })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
  const notices = await readNotices(page).catch(() => '');
  if (!isRight)
    faults.add(wanted === 'done' ? `was not done: ${notices}` : `did not show ${missing.join(' and ')}: ${notices}`);
  return notices;
}

/** Waits until the action is done. Meanwhile presses the buttons with which the screen lets the student try again. */
async function finish(stage: Stage, state: State): Promise<void> {
  const { page } = stage;
  const done = state.done(stage).first();
  await expect(async () => {
    for (const way of (await done.isVisible()) ? [] : state.waysOn(stage)) {
      const enabled = way.and(page.locator(':enabled')).first();
      if (await enabled.isVisible().catch(() => false)) await enabled.click({ timeout: 2000 }).catch(() => {});
    }
    await expect(done).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: doneWithinMs });
}

/** Returns by how many rows each table has grown from `before` to `after`. Tables without a difference are left out. */
const difference = (after: StudentRows, before: StudentRows) =>
  Object.fromEntries(
    (Object.keys(after) as Array<keyof StudentRows>)
      .map((table) => [table, after[table] - before[table]] as const)
      .filter(([, added]) => added !== 0),
  );

type CombinationDeps = { network: BadNetwork; site: SiteServer };

/**
 * Plays an action under a network condition: prepares it on a good network, performs it on the bad network, finishes it
 * on a good network again, and counts the rows that it has added to the database.
 */
export async function play(condition: Condition, state: State, stage: Stage, deps: CombinationDeps): Promise<Outcome> {
  const { network, site } = deps;
  const { page, account, hasWorker } = stage;
  const faults = new Set<string>();
  const { name, effect } = condition;
  const outcome = { condition: name, state: state.name, hasWorker, shown: '', delivered: [] as string[], added: {} };
  const note = (what: string) => (error: unknown) =>
    void faults.add(`${what}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
  let before: StudentRows;
  try {
    await stage.booking.emptiesCart();
    await state.prepare(stage);
    before = await countRows(site, account.mobile);
    await state.elsewhere?.(stage);
    await applyCondition(condition, network, page.context());
    await state.act(stage);
    outcome.shown = await watch(stage, state, expectedTexts(state, effect, hasWorker), faults);
    outcome.delivered = network.delivered.filter((line) => !/\/api\/(?:collect|health)/.test(line));
    if (!(await state.done(stage).first().isVisible())) await state.keeps?.(stage).catch(note('lost what was typed'));
  } catch (error) {
    note('could not be played')(error);
    return { ...outcome, faults: [...faults] };
  } finally {
    await endCondition(condition, network, page.context());
  }
  await finish(stage, state).catch(async () => {
    faults.add(`did not go on: ${await readNotices(page).catch(() => 'no page')}`);
  });
  const added = difference(await countRows(site, account.mobile), before);
  if (!isDeepStrictEqual(added, state.rows))
    faults.add(`added ${JSON.stringify(added)} instead of ${JSON.stringify(state.rows)}`);
  return { ...outcome, added, faults: [...faults] };
}
