import type { Page } from '@playwright/test';

type CallButtonLook = {
  /**
   * The number of scroll positions at which the button for calling the admissions office was shown, and the number at
   * which it was hidden.
   */
  shown: number;
  hidden: number;
  /**
   * The prices and controls that were covered by the button for calling the admissions office, each with the scroll
   * position.
   */
  covered: string[];
};

/**
 * Scrolls down the page and finds, at each position, the prices and controls that are covered by the floating button
 * for calling the admissions office. What only touches the edge of the button does not count. A card that is a link
 * does not count as a control; the prices and controls in the card do.
 */
export function lookBelowCallButton(page: Page, { step, positions }: { step: number; positions: number }) {
  return page.getByRole('navigation', { name: 'Quick', exact: true }).evaluate(
    async (bar, options): Promise<CallButtonLook> => {
      const precious = 'a:not(.stretched), button, input, select, textarea, label, summary, [data-price]';
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const findButton = () =>
        [...bar.querySelectorAll('a[href^="tel:"]')].find((link) => link.checkVisibility({ visibilityProperty: true }));
      const findCovered = (button: Element): Element[] => {
        const { left, top, width } = button.getBoundingClientRect();
        const radius = (width / 2) * 0.9;
        const covered = new Set<Element>();
        for (let index = 0; index < 13 * 13; index++) {
          const [x, y] = [((index % 13) / 6 - 1) * radius, (Math.floor(index / 13) / 6 - 1) * radius];
          if (Math.hypot(x, y) > radius) continue;
          for (const below of document.elementsFromPoint(left + width / 2 + x, top + width / 2 + y)) {
            const found = below.closest('main, footer') && below.closest(precious);
            if (found) covered.add(found);
          }
        }
        return [...covered];
      };
      const look: CallButtonLook = { shown: 0, hidden: 0, covered: [] };
      for (let position = 1; position <= options.positions; position++) {
        window.scrollTo({ top: position * options.step, behavior: 'instant' });
        // Wait a few frames: after a scroll, or when the page has grown, it takes some frames until the button for
        // calling the admissions office is hidden.
        let frames = 0;
        let button: Element | undefined;
        let covered: Element[] = [];
        do {
          await nextFrame();
          button = findButton();
          covered = button ? findCovered(button) : [];
          frames += 1;
        } while (frames < 3 || (covered.length > 0 && frames < 30));
        if (button) look.shown += 1;
        else look.hidden += 1;
        look.covered.push(...covered.map((found) => `${Math.round(window.scrollY)}: ${found.outerHTML.slice(0, 120)}`));
      }
      return look;
    },
    { step, positions },
  );
}
