import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** A person who uses only the keyboard and therefore must be able to see which element has the focus. */
export class KeyboardUser extends Screen {
  /**
   * Expects this element to have the focus and an outline that shows it: around the element or, if that is hidden, its
   * label.
   */
  async seesFocusOn(target: Locator): Promise<void> {
    await expect(target).toBeFocused();
    const isOutlined = () =>
      target.evaluate((element) =>
        [element, element.closest('label')].some((one) => {
          if (!one) return false;
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          const { top, bottom } = one.getBoundingClientRect();
          return outlineStyle === 'solid' && outlineWidth !== '0px' && bottom > 0 && top < innerHeight;
        }),
      );
    await expect.poll(isOutlined, { message: 'the focus is visible' }).toBe(true);
  }

  /** Presses Tab until this control has the focus, expects the focus to be visible, and presses a key. */
  async presses(target: Locator, key = 'Enter'): Promise<void> {
    await this.tabsTo(target);
    await this.seesFocusOn(target);
    await this.page.keyboard.press(key);
  }

  /** Expects a live region to announce this message. */
  async hears(role: 'alert' | 'status', text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole(role).filter({ hasText: text }).first()).toBeVisible();
  }
}
