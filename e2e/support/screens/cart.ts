import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** The cart page or the review screen: its lines, with a select element for the batch of each course. */
export class Cart extends Screen {
  batchOf(course: string): Locator {
    return this.main.getByRole('combobox', { name: `Batch of ${course}` });
  }

  /** Returns the id of the batch that is selected for a course. */
  async batchId(course: string): Promise<string> {
    await expect(this.batchOf(course)).not.toHaveValue('');
    return this.batchOf(course).inputValue();
  }

  /** For a course, selects the first batch in the list that is not selected yet. @returns the id of the batch */
  async swaps(course: string): Promise<string> {
    const select = this.batchOf(course);
    const chosen = await select.inputValue();
    const others = select.locator(`option:not([value=""]):not([value="${chosen}"])`);
    await expect(others.first()).toBeAttached();
    const batchId = (await others.first().getAttribute('value')) ?? '';
    await select.selectOption(batchId);
    return batchId;
  }
}
