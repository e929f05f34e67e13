import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { asha, openMenu, openSiteFrame, panelOf } from '../open-site-frame.tsx';

const isOpen = (button: HTMLElement) => button.getAttribute('aria-expanded') === 'true';

describe('the main menu', () => {
  it('the main menu shows four active items left of the logo and the other active items right of the logo', async () => {
    const { main } = await openSiteFrame();
    const [left, right] = main.getAllByRole('list').map((list) =>
      within(list)
        .getAllByRole('listitem')
        .map((entry) => entry.textContent),
    );
    expect(left).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(right).toEqual(['Five', 'Six']);
    const [, logo] = main
      .getAllByRole('link')
      .filter((link) => link.textContent === 'Harbour' || link.textContent === 'Four');
    expect(logo?.getAttribute('href')).toBe('/');
  });

  it('opening a menu item that has child pages but no mega menu shows one column of links', async () => {
    const { main, person } = await openSiteFrame();
    await openMenu(person, 'Six');
    expect(main.getByRole('link', { name: 'Below six' }).getAttribute('href')).toBe('/blogs');
    expect(main.queryByText('Hidden below six')).toBeNull();
  });

  it('opening a menu in the site header closes another open menu', async () => {
    const { main, person } = await openSiteFrame();
    const one = await openMenu(person, 'One');
    const six = await openMenu(person, 'Six');
    expect([isOpen(one), isOpen(six)]).toEqual([false, true]);
    expect(main.queryByRole('link', { name: 'Survival' })).toBeNull();
  });

  it('a menu in the site header closes on a click on its button, a click outside the menu, or Escape', async () => {
    const { person } = await openSiteFrame();
    const button = await openMenu(person, 'One');
    expect(isOpen(button)).toBe(true);
    await person.click(button);
    expect(isOpen(button)).toBe(false);
    await person.click(button);
    await person.click(screen.getByRole('heading', { name: 'A page' }));
    expect(isOpen(button)).toBe(false);
    button.focus();
    await person.keyboard('{Enter}{Tab}{Escape}');
    expect(isOpen(button)).toBe(false);
    expect(document.activeElement).toBe(button);
  });

  it('a menu in the site header closes when the focus moves outside the menu', async () => {
    const { person } = await openSiteFrame();
    const button = await openMenu(person, 'One');
    screen.getByRole('link', { name: 'Login' }).focus();
    await expect.poll(() => isOpen(button), { timeout: 10_000 }).toBe(false);
  });

  it('choosing a link in a menu of the site header closes the menu', async () => {
    const { main, person } = await openSiteFrame({ at: '/somewhere' });
    const button = await openMenu(person, 'One');
    await person.click(main.getByRole('link', { name: 'See seats' }));
    await waitFor(() => expect(isOpen(button)).toBe(false));
    await openMenu(person, 'One');
    await person.click(main.getByRole('link', { name: 'See seats' }));
    await waitFor(() => expect(isOpen(button)).toBe(false));
    expect(document.activeElement).toBe(button);
  });

  it('a menu button in the site header has the attribute aria-controls only while its menu is open', async () => {
    const { person } = await openSiteFrame();
    const button = screen.getByRole('button', { name: 'One' });
    expect(button.hasAttribute('aria-controls')).toBe(false);
    await openMenu(person, 'One');
    expect(panelOf(button)?.textContent).toContain('Joining soon?');
  });
});

describe('the columns of a mega menu', () => {
  async function openColumn(title: string) {
    const { person } = await openSiteFrame();
    await openMenu(person, 'One');
    return within(screen.getByRole('heading', { level: 3, name: title }).parentElement as HTMLElement);
  }

  it('a mega menu column of links shows a title and the links', async () => {
    const safety = await openColumn('Safety');
    expect(safety.getByRole('link', { name: 'Survival' }).getAttribute('href')).toBe('/course-booking/pst-401');
  });

  it('a “featured” column of a mega menu shows a picture, a text and a link', async () => {
    const featured = await openColumn('The simulator');
    expect(featured.getByRole('presentation').getAttribute('src')).toBe('/media/campus/simulator-640.webp');
    expect(featured.getByText('A bridge that never sinks.')).toBeTruthy();
    expect(featured.getByRole('link', { name: 'See the bridge' }).getAttribute('href')).toBe('/about-us');
  });

  it('a “call to action” column of a mega menu shows a link', async () => {
    const joining = await openColumn('Joining soon?');
    expect(joining.getByRole('link', { name: 'See seats' }).getAttribute('href')).toBe('/course-booking');
  });

  it('a department column of a mega menu shows the department’s name as link, a text and further links', async () => {
    const department = await openColumn('Simulation');
    expect(department.getByRole('link', { name: 'Simulation' }).getAttribute('href')).toBe(
      '/departments/details/3/simulation',
    );
    expect(department.getByText('Three bridges.')).toBeTruthy();
    expect(department.getByRole('link', { name: 'Radar' })).toBeTruthy();
  });
});

it('the site header has two links to the search page', async () => {
  await openSiteFrame();
  const links = within(screen.getByRole('banner')).getAllByRole('link', { name: 'Search' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/search', '/search']);
  expect(links[0]?.previousElementSibling).toBe(screen.getByRole('button', { name: 'Menu' }));
});

describe('the cart in the header', () => {
  const badge = (container = screen.getByRole('banner')) => within(container).queryByText('in cart', { exact: false });

  it('the cart links in the header and in the mobile bottom bar show the number of items in the cart', async () => {
    await openSiteFrame({ student: asha, cartCount: 3 });
    const inHeader = within(screen.getByRole('banner')).getByRole('link', { name: /^Cart/ });
    expect(inHeader.getAttribute('href')).toBe('/course-booking/details');
    expect(badge()?.parentElement?.textContent).toBe('3 in cart');
    const inBar = within(screen.getByRole('navigation', { name: 'Quick' })).getByRole('link', { name: /^Cart/ });
    expect(badge(inBar)?.parentElement?.textContent).toBe('3 in cart');
  });

  it.each([0, null])('the cart link in the header has no badge when the number of items is %s', async (cartCount) => {
    await openSiteFrame({ student: asha, cartCount });
    expect(badge()).toBeNull();
  });

  it.each(['signedOut', 'unknown'] as const)(
    'with the sign-in status %s, the header has no cart link, but the mobile bottom bar has one',
    async (status) => {
      await openSiteFrame({ student: { status } });
      expect(within(screen.getByRole('banner')).queryByRole('link', { name: /^Cart/ })).toBeNull();
      const bar = within(screen.getByRole('navigation', { name: 'Quick' }));
      expect(bar.getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/course-booking/details');
    },
  );
});

it.each([
  ['Annapoorna K', 'Annapoorna K'],
  ['Annapoorna Ki', 'Annapoorna K…'],
  ['Åsa-Maria Lindqvist', 'Åsa-Maria Li…'],
])(
  'for the student %s, the button of the user menu shows the short name %s and the profile picture',
  async (name, short) => {
    await openSiteFrame({ student: { status: 'signedIn', name, image: '/api/files/1' } });
    const button = await within(screen.getByRole('banner')).findByRole('button', { name: short });
    expect(button.getAttribute('title')).toBe(name);
    expect(button.querySelector('img')?.getAttribute('src')).toBe('/api/files/1');
  },
);

describe('the user menu', () => {
  async function openUserMenu() {
    const { person } = await openSiteFrame({ student: asha });
    const button = await openMenu(person, 'Asha');
    const items = within(await screen.findByRole('list', { name: 'Your account' }));
    return { person, button, items };
  }

  it('the user menu has links to Student Profile, Book Online and My Orders, and a button “Log out”', async () => {
    const { items } = await openUserMenu();
    const links = items.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Student Profile', '/profile'],
      ['Book Online', '/course-booking'],
      ['My Orders', '/profile?tab=bookings'],
    ]);
    expect(items.getByRole('button', { name: 'Log out' })).toBeTruthy();
  });

  it('the Tab key moves the focus into the open user menu, and Escape closes the menu', async () => {
    const { person, button, items } = await openUserMenu();
    await person.tab();
    expect(document.activeElement).toBe(items.getByRole('link', { name: 'Student Profile' }));
    await person.keyboard('{Escape}');
    expect(isOpen(button)).toBe(false);
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('link', { name: 'Student Profile' })).toBeNull();
  });

  it('the user menu closes when the student chooses a link in it', async () => {
    const { person, button, items } = await openUserMenu();
    await person.click(items.getByRole('link', { name: 'My Orders' }));
    await expect.poll(() => isOpen(button)).toBe(false);
  });

  it('pressing Enter on the user menu’s button opens the menu', async () => {
    const { person } = await openSiteFrame({ student: asha });
    const button = await screen.findByRole('button', { name: 'Asha' });
    button.focus();
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: 'Student Profile' })).toBeTruthy();
  });
});
