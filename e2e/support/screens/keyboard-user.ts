import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** A person who uses only the keyboard and therefore must be able to see which element has the focus. */
export class KeyboardUser extends Screen {
  /**
   * Expects this element to have the focus, and the element (or its label, if the element is hidden) to have an outline
   * that shows the focus.
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

  /**
   * Expects this element to have the focus and its whole outline to be visible: nothing, such as the title bar of a
   * dialog, covers the top of the outline.
   */
  async seesWholeOutlineOf(target: Locator): Promise<void> {
    await this.seesFocusOn(target);
    const isWhole = await target.evaluate((element) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(element);
      const { top, left, width } = element.getBoundingClientRect();
      const edge = top - Number.parseFloat(outlineOffset) - Number.parseFloat(outlineWidth);
      const above = document.elementFromPoint(left + width / 2, edge);
      return above?.contains(element) ?? false;
    });
    expect(isWhole, 'nothing covers the top of the outline').toBe(true);
  }

  /** Presses Tab until this control has the focus, expects the focus to be visible, and presses a key. */
  async presses(target: Locator, key = 'Enter', tab: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.tabsTo(target, tab);
    await this.seesFocusOn(target);
    await this.page.keyboard.press(key);
  }

  /** Presses Tab until this field has the focus, and types over what it contains. */
  async types(field: Locator, text: string): Promise<void> {
    await this.tabsTo(field);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /**
   * Types a day, given as `YYYY-MM-DD`, into a date field. Depending on the browser, the field begins with the month or
   * the day.
   */
  async typesDate(field: Locator, given: string): Promise<void> {
    const [year, month, day] = given.split('-');
    await this.tabsTo(field);
    for (const digits of [`${month}${day}${year}`, `${day}${month}${year}`]) {
      for (let part = 0; part < 3; part += 1) await this.page.keyboard.press('ArrowLeft');
      await this.page.keyboard.type(digits);
      if ((await field.inputValue()) === given) return;
    }
    await expect(field).toHaveValue(given);
  }

  /** Waits until the page with this heading is open and the heading has the focus, so that Tab continues from there. */
  async startsAt(heading: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }

  /** Expects a dialog to have the focus, closes it by Escape and expects the focus to be back on its opener. */
  async escapes(dialog: Locator, opener: Locator): Promise<void> {
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await this.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await this.seesFocusOn(opener);
  }

  /** Expects a live region to announce this message. */
  async hears(role: 'alert' | 'status', text: string | RegExp): Promise<void> {
    await expect(this.page.getByRole(role).filter({ hasText: text }).first()).toBeVisible();
  }
}
