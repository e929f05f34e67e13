import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import fc from 'fast-check';
import { isSoak, seed } from '../sample.ts';

const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations' as const],
  // Do not let axe load the style sheets a second time: no rule with the tags in `runOnly` needs them.
  preload: false,
};

/**
 * Waits until all animations and transitions have finished, because colours are different while an element fades in.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const findRunning = async () => {
      // Wait two frames: a CSS transition that was triggered just now does not start before the second frame.
      await nextFrame();
      await nextFrame();
      return document.getAnimations().filter(
        ({ effect, playState, timeline }) =>
          // Ignore animations that follow a scroll position: they run for as long as their element exists.
          timeline === document.timeline &&
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    };
    for (let running = await findRunning(); running.length > 0; running = await findRunning())
      await Promise.allSettled(running.map(({ finished }) => finished));
  });
}

/** Excludes the content of text editors from the check: its headings belong to the page that will show the text. */
const textsInEditors = { exclude: [['[contenteditable="true"] > *']] };

type Check = 'all rules' | 'all rules but contrast' | 'nothing';
/**
 * What axe checks on a page. In `npm test`, the random seed of the test run chooses one of these six entries for each
 * URL path of the site, because checking everything would take about 17 % of the processor time of all journeys, more
 * than half of it for colour contrast.
 */
const checks: readonly Check[] = ['all rules', 'all rules', 'all rules but contrast', 'nothing', 'nothing', 'nothing'];

/** Returns what axe checks on a page with this URL. In `npm run soak`, axe checks all rules on every page. */
function checkOf(url: string): Check {
  const number = fc.hash(`${seed} ${new URL(url).pathname}`) % checks.length;
  return isSoak ? 'all rules' : (checks[number] ?? 'all rules');
}

type Part = { include?: string[][]; exclude: string[][] };

async function runAxe(page: Page, part: Part, skipped: readonly string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const rules = Object.fromEntries(skipped.map((id) => [id, { enabled: false }]));
  const { violations } = await page.evaluate(
    async ([context, runOptions]) => {
      // Lay out the whole page. Otherwise the browser skips sections out of sight, and axe compares the texts in them
      // with the background of something else that is drawn in their place.
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { content-visibility: visible !important }');
      document.adoptedStyleSheets.push(sheet);
      try {
        return await (window as unknown as { axe: typeof axe }).axe.run(context, runOptions);
      } finally {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      }
    },
    [part, { ...options, rules }] as const,
  );
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}

async function findViolations(page: Page, except: readonly string[]) {
  // Wait for the animations even if this page is not checked. Otherwise a journey's timing would depend on which pages
  // the random seed selects.
  await waitForAnimations(page);
  const check = checkOf(page.url());
  if (check === 'nothing') return [];
  return runAxe(page, textsInEditors, check === 'all rules' ? except : [...except, 'color-contrast']);
}

/**
 * Runs axe with all rules on the parts of a page that a CSS selector matches. Unlike `expectAccessible`, it checks
 * every page, not only the pages that the random seed selects.
 */
export async function expectPartAccessible(page: Page, selector: string): Promise<void> {
  const find = async () => {
    await waitForAnimations(page);
    return runAxe(page, { include: [[selector]], ...textsInEditors }, []);
  };
  const first = await find();
  expect(first.length === 0 ? first : await find(), `axe on ${selector} of ${page.url()}`).toEqual([]);
}

/**
 * Runs axe on the current page with the rules of WCAG 2.2 A and AA and axe’s best practices. A violation counts only if
 * a second run finds it too, because elements that fade in during the first run have less contrast. `except`: ids of
 * axe rules to skip.
 */
export async function expectAccessible(page: Page, except: readonly string[] = []): Promise<void> {
  const first = await findViolations(page, except);
  const findings = first.length === 0 ? first : await findViolations(page, except);
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

/**
 * The screens that this process has already found accessible; each entry consists of the name, the width and the colour
 * scheme.
 */
const accessibleScreens = new Set<string>();

/**
 * Checks the accessibility of a screen that many journeys visit. Checks it only the first time in this process at this
 * width and in this colour scheme; in `npm run soak`, every time. `screen`: a unique name of the screen.
 */
export async function expectScreenAccessible(page: Page, screen: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const key = JSON.stringify([screen, page.viewportSize()?.width, isDark]);
  if (accessibleScreens.has(key) && !isSoak) return;
  await expectAccessible(page);
  accessibleScreens.add(key);
}
