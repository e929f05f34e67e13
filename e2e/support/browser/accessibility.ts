import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import fc from 'fast-check';
import { isSoak, seed } from '../sample.ts';

const options = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations' as const],
  // Do not load the style sheets a second time: no rule with these tags reads them.
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

/**
 * Whether axe checks the contrast of colours at this address, which takes more than half of its time: at a third of all
 * paths, chosen by the seed, and everywhere in `npm run soak`.
 */
function checksContrast(url: string): boolean {
  return isSoak || fc.hash(`${seed} ${new URL(url).pathname}`) % 3 === 0;
}

async function findViolations(page: Page, except: readonly string[]) {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const skipped = checksContrast(page.url()) ? except : [...except, 'color-contrast'];
  const rules = Object.fromEntries(skipped.map((id) => [id, { enabled: false }]));
  const { violations } = await page.evaluate(
    (runOptions) => (window as unknown as { axe: typeof axe }).axe.run(document, runOptions),
    { ...options, rules },
  );
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}

/**
 * Runs axe on the current page with the rules of WCAG 2.2 A and AA and axe’s best practices. A finding counts if the page still
 * has it at a second look: something that fades in during the first one has a lower contrast. `except`: ids of rules to skip.
 */
export async function expectAccessible(page: Page, except: readonly string[] = []): Promise<void> {
  const first = await findViolations(page, except);
  const findings = first.length === 0 ? first : await findViolations(page, except);
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

/** Screens that this process has found accessible, by name, width and colour scheme. */
const accessibleScreens = new Set<string>();

/**
 * Checks the accessibility of a screen that many journeys pass, the first time that a journey of this process sees it at
 * this width and in this colour scheme, and every time in `npm run soak`. `screen`: a name that tells it from all others.
 */
export async function expectScreenAccessible(page: Page, screen: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const key = JSON.stringify([screen, page.viewportSize()?.width, isDark]);
  if (accessibleScreens.has(key) && !isSoak) return;
  await expectAccessible(page);
  accessibleScreens.add(key);
}
