import { expect, type Locator } from '@playwright/test';
import { Screen } from './screen.ts';

/** A student's cart, or their order at the review: lines with a batch a course. */
export class Cart extends Screen {
  batchOf(course: string): Locator {
    return this.main.getByRole('combobox', { name: `Batch of ${course}` });
  }

  /** Number of the batch that a course has. */
  async batchId(course: string): Promise<string> {
    await expect(this.batchOf(course)).not.toHaveValue('');
    return this.batchOf(course).inputValue();
  }

  /** Chooses the first batch that a course does not have; answers its number. */
  async swaps(course: string): Promise<string> {
    const select = this.batchOf(course);
    const chosen = await select.inputValue();
    const others = select.locator(`option:not([value=""]):not([value="${chosen}"])`);
    await expect(others.first()).toBeAttached();
    const batchId = (await others.first().getAttribute('value')) ?? '';
    await select.selectOption(batchId);
    return batchId;
  }

  async isEmptied(): Promise<void> {
    const removals = this.main.getByRole('button', { name: /^Remove/ });
    for (let left = await removals.count(); left > 0; left -= 1) {
      await removals.first().click();
      await expect(removals).toHaveCount(left - 1);
    }
    await expect(this.main.getByText('Your cart is empty')).toBeVisible();
  }
}
