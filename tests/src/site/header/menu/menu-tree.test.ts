import { describe, expect, it } from 'vitest';
import { menuEntries, splitAtLogo } from '../../../../../src/site/header/menu/menu-tree.ts';
import { secondLevel } from '../../../../../src/site/header/menu/mobile-drawer.tsx';
import { shortName } from '../../../../../src/site/header/student-link.tsx';
import { menuItem } from '../../../catalogue/academy.ts';

describe('entries of the main menu', () => {
  it('splitAtLogo puts the first four active menu items left of the logo and the other active items right of the logo', () => {
    const items = Array.from({ length: 7 }, (_, index) =>
      menuItem({ id: index + 1, label: `Item ${index + 1}`, is_active: index !== 1 }),
    );
    const { left, right } = splitAtLogo(menuEntries(items));
    expect(left.map((entry) => entry.label)).toEqual(['Item 1', 'Item 3', 'Item 4', 'Item 5']);
    expect(right.map((entry) => entry.label)).toEqual(['Item 6', 'Item 7']);
  });

  it('menuEntries turns the child pages of a menu item without a mega menu into one column', () => {
    const [entry] = menuEntries([
      menuItem({ id: 1, label: 'News' }),
      menuItem({ id: 2, parent_id: 1, label: 'Blogs' }),
    ]);
    expect(entry?.columns.map((column) => column.links.map((link) => link.label))).toEqual([['Blogs']]);
  });
});

it('for a menu item with a mega menu, secondLevel returns an overview link and the child pages, not the links of the mega menu', () => {
  const columns = [{ type: 'link_list' as const, title: 'Safety', links: [{ label: 'Survival', url: '/survival' }] }];
  const [entry] = menuEntries([
    menuItem({ id: 1, label: 'Pre-Sea', url: '/pre-sea', has_mega_menu: true, mega_menu: { columns } }),
    menuItem({ id: 2, parent_id: 1, label: 'GP Rating', url: '/gp-rating' }),
  ]);
  const labels = entry && secondLevel(entry).map(({ label }) => label);
  expect(labels).toEqual(['Pre-Sea overview', 'GP Rating']);
});

describe('shortName', () => {
  it('shortName returns a name of twelve characters unchanged', () =>
    expect(shortName('Asha Nair Roy'.slice(0, 12))).toBe('Asha Nair Ro'));
  it('shortName cuts a name of more than twelve characters after the twelfth and adds an ellipsis', () =>
    expect(shortName('Asha Nair Roy')).toBe('Asha Nair Ro…'));
});
