import type { Page } from '@playwright/test';

/**
 * Finds visible parts of the page that reach beyond the left or right edge of the window, except in boxes that scroll
 * sideways. Ignores the heads of tables. They are clipped on phones, where each cell contains the name of its column.
 */
export function outsideWindow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrollsSideways = (part: Element | null): boolean =>
      part !== null &&
      part !== document.body &&
      (/auto|scroll/.test(getComputedStyle(part).overflowX) || scrollsSideways(part.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter(
        (part) =>
          !part.closest('svg, thead, dialog:not([open]), .visually-hidden') && !scrollsSideways(part.parentElement),
      )
      .filter((part) => {
        const { left, right, height } = part.getBoundingClientRect();
        return height > 0 && (left < -1 || right > width + 1);
      })
      .map((part) => `${part.tagName} ${part.textContent?.trim().slice(0, 40)}`);
  });
}
