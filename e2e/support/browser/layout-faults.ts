import type { Page } from '@playwright/test';

/**
 * Finds texts that are cut off or overlap. A text that ends in an ellipsis is not a fault. Texts for screen readers only
 * are ignored.
 * - Texts in a bar (fixed or sticky) or in an open menu are compared only with each other, and must lie inside it.
 * - Texts in a bar that is fixed, or sticks to the bottom of the window, must also lie inside the window.
 *
 * Before the call, make the window large: browsers do not lay out what is far outside it.
 */
export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { top: number; bottom: number; left: number; right: number };
    type Shown = { text: string; part: Element; bar: Element | undefined; boxes: Box[] };
    const around = (part: Element): Element[] => (part.parentElement ? [part, ...around(part.parentElement)] : [part]);
    const isCutting = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const menus = '[role="menu"], [role="listbox"], #user-menu';
    const faults: string[] = [];
    const shown: Shown[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const part = node.parentElement;
      const text = node.textContent?.trim().slice(0, 40) ?? '';
      if (!part || text === '' || part.closest('svg, script, style, noscript, option, thead, [inert]')) continue;
      if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }))
        continue;
      const styles = around(part).map((one) => ({
        one,
        frame: one.getBoundingClientRect(),
        style: getComputedStyle(one),
      }));
      if (styles.some(({ style }) => style.clipPath !== 'none')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      let boxes: Box[] = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      for (const { frame, style } of styles.slice(0, -2)) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = style;
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const isMeant = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        const isCut = boxes.some(
          ({ top, bottom, left, right }) =>
            (isCutting(overflowX) && (left < frame.left - 2 || right > frame.right + 2)) ||
            (isCutting(overflowY) && (top + 4 < frame.top || bottom - 4 > frame.bottom)),
        );
        if (isCut && !isMeant) faults.push(`cut off: ${text}`);
        boxes = boxes
          .map(({ top, bottom, left, right }) => ({
            ...{ top: Math.max(top, frame.top), bottom: Math.min(bottom, frame.bottom) },
            ...{ left: Math.max(left, frame.left), right: Math.min(right, frame.right) },
          }))
          .filter(({ top, bottom, left, right }) => bottom > top && right > left);
      }
      const bar = styles.find(({ one, style }) => /fixed|sticky/.test(style.position) || one.matches(menus));
      if (bar) {
        const { frame, style } = bar;
        const isHeldBelow =
          style.position === 'fixed' ||
          (style.position === 'sticky' && style.bottom !== 'auto' && frame.top < innerHeight);
        const isOutside = boxes.some(
          ({ top, bottom, left, right }) =>
            left < frame.left - 2 || right > frame.right + 2 || top + 4 < frame.top || bottom - 4 > frame.bottom,
        );
        if (isOutside) faults.push(`outside of its bar: ${text}`);
        if (isHeldBelow && boxes.some(({ bottom }) => bottom - 4 > innerHeight))
          faults.push(`below the window: ${text}`);
      }
      shown.push({ text, part, bar: bar?.one, boxes });
    }
    const doMeet = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      // Accept some overlap: the boxes of two lines of text include the space above and below the letters.
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.bottom - a.top, b.bottom - b.top) * 0.4;
    shown.forEach((one, index) => {
      const other = shown
        .slice(index + 1)
        .find(
          ({ part, bar, boxes }) =>
            part !== one.part && bar === one.bar && one.boxes.some((a) => boxes.some((b) => doMeet(a, b))),
        );
      if (other) faults.push(`on each other: ${one.text} | ${other.text}`);
    });
    return faults;
  });
}

/**
 * Gives the focus to each control in turn, and checks whether a bar or another element then covers the middle of its
 * visible part. Returns a text about each covered control.
 */
export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
    const faults: string[] = [];
    for (const control of controls) {
      if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
      control.focus();
      const [box] = control.getClientRects();
      if (document.activeElement !== control || !box) continue;
      const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
      // A text area need not be visible as a whole: its first line is enough, because the cursor is there.
      const bottom = control instanceof HTMLTextAreaElement ? box.top + 40 : box.bottom;
      const y = (Math.max(box.top, 0) + Math.min(bottom, innerHeight)) / 2;
      const hit = document.elementFromPoint(x, y);
      // Ignore toasts, which disappear by themselves.
      if (hit?.closest('[role="status"]')) continue;
      if (hit && (control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control))) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? '';
      faults.push(`covered: ${control.tagName} ${name.slice(0, 40)} by ${hit?.textContent?.trim().slice(0, 40)}`);
    }
    return faults;
  });
}
