import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import fc from 'fast-check';
import { isSoak, seed } from '../sample.ts';

const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations' as const],
  // Do not let axe load the style sheets a second time: no rule with these tags reads them.
  preload: false,
};

/** Waits until all animations and transitions have finished, because colours differ while something fades in. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const findRunning = async () => {
      // A CSS transition that was triggered just now only starts with the second frame from now.
      await nextFrame();
      await nextFrame();
      return document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    };
    for (let running = await findRunning(); running.length > 0; running = await findRunning())
      await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** While a text is being edited, its headings belong to the page that will show it, so they are not checked here. */
const textsInEditors = { exclude: [['[contenteditable="true"] > *']] };

type Check = 'all rules' | 'all rules but contrast' | 'nothing';
/**
 * axe takes a sixth of the processor time of all journeys, more than half of it for colour contrast. So `npm test` checks
 * half of all paths, and the contrast on a third of them, chosen by the seed.
 */
const checks: readonly Check[] = ['all rules', 'all rules', 'all rules but contrast', 'nothing', 'nothing', 'nothing'];

/** What axe checks at this address: in `npm run soak` always all rules. */
function checkOf(url: string): Check {
  const number = fc.hash(`${seed} ${new URL(url).pathname}`) % checks.length;
  return isSoak ? 'all rules' : (checks[number] ?? 'all rules');
}

async function findViolations(page: Page, except: readonly string[]) {
  // Wait even if nothing is checked, so that a journey takes the same course whatever the seed.
  await waitForAnimations(page);
  const check = checkOf(page.url());
  if (check === 'nothing') return [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const skipped = check === 'all rules' ? except : [...except, 'color-contrast'];
  const rules = Object.fromEntries(skipped.map((id) => [id, { enabled: false }]));
  const { violations } = await page.evaluate(
    ([context, runOptions]) => (window as unknown as { axe: typeof axe }).axe.run(context, runOptions),
    [textsInEditors, { ...options, rules }] as const,
  );
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}

/**
 * Runs axe on the current page with the rules of WCAG 2.2 A and AA and axe’s best practices. A violation counts only if
 * a second run finds it too, because elements that were fading in during the first run have a lower contrast. `except`:
 * ids of rules to skip.
 */
export async function expectAccessible(page: Page, except: readonly string[] = []): Promise<void> {
  const first = await findViolations(page, except);
  const findings = first.length === 0 ? first : await findViolations(page, except);
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

/** Screens that this process has found accessible, by name, width and colour scheme. */
const accessibleScreens = new Set<string>();

/**
 * Checks the accessibility of a screen that many journeys visit: only the first time in this process at this width and
 * colour scheme, or every time in `npm run soak`. `screen`: a unique name of the screen.
 */
export async function expectScreenAccessible(page: Page, screen: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const key = JSON.stringify([screen, page.viewportSize()?.width, isDark]);
  if (accessibleScreens.has(key) && !isSoak) return;
  await expectAccessible(page);
  accessibleScreens.add(key);
}
