import type { Locator } from '@playwright/test';

/**
 * The words and numbers within an element that are divided between two lines. `pattern`: what must stay on one line. By
 * default, lines may break at hyphens.
 */
export function brokenWords(element: Locator, pattern = /[\p{L}\p{N}]+/gu): Promise<string[]> {
  return element.evaluate((root, words) => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('.visually-hidden')) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(words)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  }, pattern);
}
