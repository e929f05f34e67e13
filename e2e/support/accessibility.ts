import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Colours are judged at rest: a fading sheet is half as dark as it will be. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** Holds what the page shows now to WCAG 2.2 A and AA and to axe's best practice; `except` names rules of the latter. */
export async function expectAccessible(page: Page, except: readonly string[] = []): Promise<void> {
  await comeToRest(page);
  // The site has no frames, and without them axe needs no second page for its end.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await axe
    .options({
      runOnly: rules,
      resultTypes: ['violations'],
      rules: Object.fromEntries(except.map((id) => [id, { enabled: false }])),
    })
    .analyze();
  const told = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  expect(told, `axe on ${page.url()}`).toEqual([]);
}
