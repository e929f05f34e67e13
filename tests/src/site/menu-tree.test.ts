import { describe, expect, it } from 'vitest';
import { menuEntries, shortName, splitAtLogo } from '../../../src/site/menu-tree.ts';
import { menuItem } from '../catalogue/academy.ts';

describe('the main menu', () => {
  it('has at most four active items left of the logo, the rest right', () => {
    const items = Array.from({ length: 7 }, (_, place) =>
      menuItem({ id: place + 1, label: `Item ${place + 1}`, is_active: place !== 1 }),
    );
    const { left, right } = splitAtLogo(menuEntries(items));
    expect(left.map((entry) => entry.label)).toEqual(['Item 1', 'Item 3', 'Item 4', 'Item 5']);
    expect(right.map((entry) => entry.label)).toEqual(['Item 6', 'Item 7']);
  });

  it('opens the second level of an item without a mega menu as one column', () => {
    const [entry] = menuEntries([
      menuItem({ id: 1, label: 'News' }),
      menuItem({ id: 2, parent_id: 1, label: 'Blogs' }),
    ]);
    expect(entry?.columns.map((column) => column.links.map((link) => link.label))).toEqual([['Blogs']]);
  });
});

describe('a name in the header', () => {
  it('of twelve characters stays whole', () => expect(shortName('Asha Nair Roy'.slice(0, 12))).toBe('Asha Nair Ro'));
  it('of more is cut at twelve and ends in an ellipsis', () =>
    expect(shortName('Asha Nair Roy')).toBe('Asha Nair Ro…'));
});
