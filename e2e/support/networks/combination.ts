import { isDeepStrictEqual } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { SiteServer } from '../site/site-server.ts';
import { countRows, type StudentRows } from '../site/student-rows.ts';
import type { BadNetwork } from './bad-network.ts';
import { applyCondition, type Condition, endCondition } from './conditions.ts';
import { expectedTexts, type Stage, type State } from './states.ts';

/** The result of one combination of network condition and action. `faults` is empty if everything was right. */
export type Outcome = {
  condition: string;
  state: string;
  hasWorker: boolean;
  /** The visible texts that tell the student what is happening. */
  shown: string;
  /** Requests that reached the site while the network was bad, apart from reports and health checks. */
  delivered: string[];
  added: Partial<StudentRows>;
  faults: string[];
};

/**
 * The timeout of a combination. A silent server is detected after 30 s, and a link with gaps takes several times as long. A
 * busy machine gets more time.
 */
const shownWithinMs = 100_000;
const doneWithinMs = 100_000;
const lookEveryMs = 500;
/** A screen may be empty, or show a spinner without a text, for at most this long. */
const patienceMs = 3000;

/** The visible text of the matching elements. */
const readText = async (page: Page, selector: string) => (await page.locator(selector).allInnerTexts()).join('\n');

/** A visible busy indicator without any text, even for screen readers. */
const findWordlessWait = (page: Page) =>
  page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const words = (element: Element) => (element.textContent ?? '').trim() + (element.getAttribute('aria-label') ?? '');
    const busy = [...document.querySelectorAll('[aria-busy=true], [role=progressbar], [data-loading=true]')];
    return busy.find((element) => isShown(element) && words(element) === '')?.outerHTML.slice(0, 120);
  });

/** Says what a student would find wrong with the screen at this moment; null if nothing is wrong. */
async function findBlank(page: Page): Promise<string | null> {
  if ((await readText(page, 'body')).trim().length < 20) return 'the page is blank';
  const isMainEmpty = (await readText(page, 'main')).trim() === '';
  if (isMainEmpty && (await page.locator('main [aria-busy], #waiting').count()) === 0) return 'the page has no content';
  const wordless = await findWordlessWait(page);
  return wordless ? `waits without a word: ${wordless}` : null;
}

/** The texts of notices, alerts and headings. */
async function readNotices(page: Page): Promise<string> {
  const notices = page.locator('[role=status], [role=alert], h1, [aria-labelledby=waiting-changes]');
  const texts = (await notices.filter({ visible: true }).allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );
  return [...new Set(texts.filter(Boolean))].join(' | ');
}

/** Watches the screen until the action is done or the expected texts appear. @returns the notices on it */
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
    // The page may be navigating at this moment.
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

/** Waits until the action is done, pressing the buttons that the screen offers after a failure. */
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

/** The tables whose number of rows has changed, and by how many. */
const difference = (after: StudentRows, before: StudentRows) =>
  Object.fromEntries(
    (Object.keys(after) as Array<keyof StudentRows>)
      .map((table) => [table, after[table] - before[table]] as const)
      .filter(([, added]) => added !== 0),
  );

type CombinationDeps = { network: BadNetwork; site: SiteServer };

/**
 * Plays one combination of network and action: prepares the action on a good network, performs it on the bad one, finishes
 * it on a good one, and counts the rows that it added to the database.
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
