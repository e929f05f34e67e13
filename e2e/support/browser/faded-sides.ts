import type { Locator } from '@playwright/test';

/** The sides at which a strip that scrolls sideways fades out, as `src/ui/tabs/tab-strip.module.css` draws it. */
export function fadedSides(strip: Locator): Promise<('left' | 'right')[]> {
  return strip.evaluate((element) => {
    const { maskPosition, maskSize } = getComputedStyle(element);
    // The mask fades out at both of its ends. If it is wider than the strip, an end outside the strip has no effect.
    if (maskSize.startsWith('100%')) return ['left', 'right'];
    const sides = { '0%': ['left' as const], '50%': [], '100%': ['right' as const] };
    return sides[maskPosition.split(' ')[0] as keyof typeof sides];
  });
}
