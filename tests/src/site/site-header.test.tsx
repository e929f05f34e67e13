import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Footer, MegaColumn, MenuItem } from '../../../contract/content.ts';
import type { FrameStudent } from '../../../src/site/frame-slots.ts';
import { SiteFrame } from '../../../src/site/site-frame.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, brand, footer, menuItem } from '../catalogue/academy.ts';

const column = (change: Partial<MegaColumn>): MegaColumn => ({
  type: 'link_list',
  title: 'Links',
  links: [],
  ...change,
});
const columns = [
  column({ title: 'Safety', links: [{ label: 'Survival', url: '/course-booking/pst-401' }] }),
  column({
    type: 'featured_content',
    title: 'The simulator',
    imageUrl: '/media/campus/simulator-640.webp',
    description: 'A bridge that never sinks.',
    ctaText: 'See the bridge',
    ctaUrl: '/about-us',
  }),
  column({ type: 'call_to_action', title: 'Joining soon?', ctaText: 'See seats', ctaUrl: '/course-booking' }),
  column({
    type: 'department',
    title: 'Simulation',
    iconName: 'wheel',
    description: 'Three bridges.',
    departmentUrl: '/departments/details/3/simulation',
    links: [{ label: 'Radar', url: '/course-booking/radar-9' }],
  }),
];
const items: MenuItem[] = [
  menuItem({ id: 1, label: 'One', url: '/courses/pre-sea-courses', has_mega_menu: true, mega_menu: { columns } }),
  menuItem({ id: 2, label: 'Hidden', is_active: false }),
  menuItem({ id: 3, label: 'Two' }),
  menuItem({ id: 4, label: 'Three' }),
  menuItem({ id: 5, label: 'Four' }),
  menuItem({ id: 6, label: 'Five' }),
  menuItem({ id: 7, label: 'Six', url: '/news' }),
  menuItem({ id: 8, label: 'Below six', parent_id: 7, url: '/blogs' }),
  menuItem({ id: 9, label: 'Hidden below six', parent_id: 7, is_active: false }),
];

type Shown = { student?: FrameStudent; cartCount?: number | null; footer?: Footer };
const asha: FrameStudent = { status: 'signedIn', name: 'Asha', image: null };

async function show({ student = { status: 'signedOut' }, cartCount = null, footer: shown = footer }: Shown = {}) {
  await renderInPage(
    <SiteFrame student={student} cartCount={cartCount}>
      <h1>A page</h1>
    </SiteFrame>,
    { api: answering({ header: { brand, items }, footer: shown }), at: '/somewhere' },
  );
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  await main.findByRole('button', { name: 'One' });
  return main;
}

const opens = async (button: string) => {
  await userEvent.click(screen.getByRole('button', { name: button }));
  return screen.getByRole('button', { name: button });
};

beforeAll(() => {
  // jsdom has dialogs without their methods.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});

describe('the main menu', () => {
  it('has four active items left of the logo and the rest right of it', async () => {
    const main = await show();
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

  it('opens a second level without a mega menu as one column', async () => {
    const main = await show();
    await opens('Six');
    expect((await main.findByRole('link', { name: 'Below six' })).getAttribute('href')).toBe('/blogs');
    expect(main.queryByText('Hidden below six')).toBeNull();
  });

  it('closes when the focus goes on to something else', async () => {
    await show();
    const button = await opens('One');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    screen.getByRole('link', { name: 'Login' }).focus();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  });

  it('names by its button what it opens, and only while it is open', async () => {
    await show();
    const button = screen.getByRole('button', { name: 'One' });
    expect(button.hasAttribute('aria-controls')).toBe(false);
    await opens('One');
    const panel = document.getElementById(button.getAttribute('aria-controls') ?? '');
    expect(panel?.textContent).toContain('Joining soon?');
  });
});

describe('a column', () => {
  const columnOf = (title: string) =>
    within(screen.getByRole('heading', { level: 3, name: title }).parentElement as HTMLElement);

  it('of links has its title and links', async () => {
    await show();
    await opens('One');
    expect(columnOf('Safety').getByRole('link', { name: 'Survival' }).getAttribute('href')).toBe(
      '/course-booking/pst-401',
    );
  });

  it('of featured content has a picture, a text and its button', async () => {
    await show();
    await opens('One');
    const featured = columnOf('The simulator');
    expect(featured.getByRole('presentation').getAttribute('src')).toBe('/media/campus/simulator-640.webp');
    expect(featured.getByText('A bridge that never sinks.')).toBeTruthy();
    expect(featured.getByRole('link', { name: 'See the bridge' }).getAttribute('href')).toBe('/about-us');
  });

  it('that calls to action has its button', async () => {
    await show();
    await opens('One');
    const link = columnOf('Joining soon?').getByRole('link', { name: 'See seats' });
    expect(link.getAttribute('href')).toBe('/course-booking');
  });

  it('of a department leads to it, with icon, text and links', async () => {
    await show();
    await opens('One');
    const department = columnOf('Simulation');
    expect(department.getByRole('link', { name: 'Simulation' }).getAttribute('href')).toBe(
      '/departments/details/3/simulation',
    );
    expect(department.getByText('Three bridges.')).toBeTruthy();
    expect(department.getByRole('link', { name: 'Radar' })).toBeTruthy();
  });
});

describe('the cart in the header', () => {
  const badge = (place = screen.getByRole('banner')) => within(place).queryByText('in cart', { exact: false });

  it('has a badge with the number of things in it', async () => {
    await show({ student: asha, cartCount: 3 });
    expect(within(screen.getByRole('banner')).getByRole('link', { name: /^Cart/ }).getAttribute('href')).toBe(
      '/course-booking/details',
    );
    expect(badge()?.parentElement?.textContent).toBe('3 in cart');
  });

  it('has the same badge on the bar of phones', async () => {
    await show({ student: asha, cartCount: 3 });
    const link = within(screen.getByRole('navigation', { name: 'Quick' })).getByRole('link', { name: /^Cart/ });
    expect(badge(link)?.parentElement?.textContent).toBe('3 in cart');
  });

  it.each([0, null])('has no badge for %s', async (cartCount) => {
    await show({ student: asha, cartCount });
    expect(badge()).toBeNull();
  });

  it('is not there for a visitor, but its shortcut on phones is', async () => {
    await show();
    expect(within(screen.getByRole('banner')).queryByRole('link', { name: /^Cart/ })).toBeNull();
    const bar = within(screen.getByRole('navigation', { name: 'Quick' }));
    expect(bar.getByRole('link', { name: 'Cart' }).getAttribute('href')).toBe('/course-booking/details');
  });
});

describe('the profile link', () => {
  it.each([
    ['Annapoorna K', 'Annapoorna K'],
    ['Annapoorna Ki', 'Annapoorna K…'],
    ['Åsa-Maria Lindqvist', 'Åsa-Maria Li…'],
  ])('shows %s as %s, with the image', async (name, short) => {
    await show({ student: { status: 'signedIn', name, image: '/api/files/1' } });
    const link = within(screen.getByRole('banner')).getByRole('link', { name: short });
    expect([link.getAttribute('href'), link.getAttribute('title')]).toEqual(['/profile', name]);
    expect(link.querySelector('img')?.getAttribute('src')).toBe('/api/files/1');
  });
});

describe('the drawer', () => {
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    return within(await screen.findByRole('dialog', { name: 'Menu' }, { timeout: 10_000 }));
  };

  it('has a second level with the page itself and all that the columns lead to', async () => {
    await show();
    const drawer = await open();
    await userEvent.click(drawer.getByText('One'));
    const links = within(drawer.getByText('One').closest('details') as HTMLElement).getAllByRole('link', {
      hidden: true,
    });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['See all: One', '/courses/pre-sea-courses'],
      ['Survival', '/course-booking/pst-401'],
      ['See the bridge', '/about-us'],
      ['See seats', '/course-booking'],
      ['Simulation', '/departments/details/3/simulation'],
      ['Radar', '/course-booking/radar-9'],
    ]);
  });

  it('has one second level open at a time, and plain links for the rest', async () => {
    await show();
    const drawer = await open();
    const groups = drawer.getAllByRole('group').filter((group) => group.tagName === 'DETAILS');
    expect(new Set(groups.map((group) => group.getAttribute('name')))).toEqual(new Set(['drawer-menu']));
    expect(drawer.getByRole('link', { name: 'Two' }).getAttribute('href')).toBe('/contact-us');
  });
});

describe('the footer', () => {
  it('has about, quick links, offices, e-mail, IVRS, numbers, certifications, the three policies and the way to save it all', async () => {
    await show({
      footer: {
        ...footer,
        offices: [
          { label: 'Campus', address: '14 Lighthouse Road' },
          { label: 'City office', address: '27 Garden Street' },
        ],
        numbers: ['98765 40001', '98765 40002'],
        certifications: ['ISO 9001:2015', 'Approved by the Directorate'],
      },
    });
    const bottom = within(screen.getByRole('contentinfo'));
    await bottom.findByText('We train seafarers.');
    for (const text of [
      'Campus',
      'City office',
      '14 Lighthouse Road',
      '27 Garden Street',
      'ISO 9001:2015',
      'Approved by the Directorate',
      'Admissions',
      'Toll-free (IVRS)',
    ])
      expect(bottom.getByText(text)).toBeTruthy();
    const addresses = Object.fromEntries(
      bottom.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    );
    expect(addresses).toEqual({
      'All courses': '/courses-list',
      'admissions@example.com': 'mailto:admissions@example.com',
      '1800-000-4321': 'tel:18000004321',
      '98765 40001': 'tel:9876540001',
      '98765 40002': 'tel:9876540002',
      Terms: '/terms',
      Privacy: '/privacy-policy',
      'Cancellation & Refund policy': '/refund-policy',
      'Save for the voyage': '/save-for-the-voyage',
    });
  });
});
