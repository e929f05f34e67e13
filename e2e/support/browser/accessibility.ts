import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

async function findViolations(page: Page, except: readonly string[]) {
  await waitForAnimations(page);
  // axe's legacy mode needs no second page for its analysis. It skips cross-origin frames, which the site does not
  // have.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await axe
    .options({
      runOnly: rules,
      resultTypes: ['violations'],
      rules: Object.fromEntries(except.map((id) => [id, { enabled: false }])),
    })
    .analyze();
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
