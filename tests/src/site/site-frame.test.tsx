import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MegaColumn } from '../../../contract/content.ts';
import type { FrameStudent } from '../../../src/site/frame-slots.ts';
import { NotFoundPage } from '../../../src/site/not-found-page.tsx';
import { SiteFrame } from '../../../src/site/site-frame.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { answering, brand, menuItem } from '../catalogue/academy.ts';

const column = (change: Partial<MegaColumn>): MegaColumn => ({
  type: 'link_list',
  title: 'Links',
  links: [],
  ...change,
});
const columns = [
  column({ title: 'Safety', links: [{ label: 'Survival', url: '/course-booking/pst-401' }] }),
  column({ type: 'featured_content', title: 'Featured', imageUrl: '/media/a.webp', description: 'A year at sea.' }),
  column({ type: 'call_to_action', title: 'Joining soon', ctaText: 'See seats', ctaUrl: '/course-booking' }),
  column({ type: 'department', title: 'Simulation', departmentUrl: '/departments/details/3/simulation' }),
];
const mega = { has_mega_menu: true, mega_menu: { columns } };
const items = [
  menuItem({ id: 1, label: 'Pre-Sea', url: '/courses/pre-sea-courses', ...mega }),
  menuItem({ id: 2, label: 'Post-Sea', url: '/courses/post-sea-courses', ...mega }),
  menuItem({ id: 3, label: 'Contact' }),
  menuItem({ id: 4, parent_id: 1, label: 'GP Rating', url: '/course-booking/gp-301' }),
];

const show = (student: FrameStudent = { status: 'signedOut' }, cartCount: number | null = null) =>
  renderInPage(
    <SiteFrame student={student} cartCount={cartCount}>
      <NotFoundPage />
    </SiteFrame>,
    { api: answering({ header: { brand, items } }), at: '/nowhere' },
  );

beforeAll(() => {
  // jsdom has dialogs without their methods.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});

describe('a mega menu', () => {
  it('shows the four types of column, one menu at a time', async () => {
    await show();
    const main = screen.getByRole('navigation', { name: 'Main' });
    const preSea = await within(main).findByRole('button', { name: 'Pre-Sea' });
    await userEvent.click(preSea);
    expect(await within(main).findByRole('link', { name: 'Survival' })).toBeTruthy();
    expect(within(main).getByText('A year at sea.')).toBeTruthy();
    expect(within(main).getByRole('link', { name: 'See seats' })).toBeTruthy();
    expect(within(main).getByRole('link', { name: 'Simulation' })).toBeTruthy();
    await userEvent.click(within(main).getByRole('button', { name: 'Post-Sea' }));
    expect(preSea.getAttribute('aria-expanded')).toBe('false');
    expect(await within(main).findAllByRole('link', { name: 'Survival' })).toHaveLength(1);
  });

  it('closes on its button, on a click outside and on Escape, which gives the focus back', async () => {
    await show();
    const button = await screen.findByRole('button', { name: 'Pre-Sea' });
    const isOpen = () => button.getAttribute('aria-expanded') === 'true';
    await userEvent.click(button);
    expect(isOpen()).toBe(true);
    await userEvent.click(button);
    expect(isOpen()).toBe(false);
    await userEvent.click(button);
    await userEvent.click(screen.getByRole('heading', { name: 'Page not found.' }));
    expect(isOpen()).toBe(false);
    button.focus();
    await userEvent.keyboard('{Enter}{Tab}{Escape}');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(button);
  });
});

describe('the frame', () => {
  it('shows the student with a short name, and the cart with its count', async () => {
    await show({ status: 'signedIn', name: 'Annapoorneshwari', image: '/api/files/1' }, 3);
    const profile = await screen.findByRole('link', { name: /^Annapoornesh…$/ });
    expect(profile.getAttribute('href')).toBe('/profile');
    expect(screen.getAllByText('3').length).toBeGreaterThan(0);
  });

  it('opens on phones a drawer with Login, Book Online and two levels', async () => {
    await show();
    await screen.findByRole('button', { name: 'Pre-Sea' });
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }, { timeout: 10_000 }));
    expect(drawer.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    expect(drawer.getByRole('link', { name: 'Book Online' }).getAttribute('href')).toBe('/course-booking');
    await userEvent.click(drawer.getByText('Pre-Sea'));
    expect(drawer.getByRole('link', { name: 'GP Rating', hidden: true })).toBeTruthy();
  });

  it('has My Profile in the drawer of a student', async () => {
    await show({ status: 'signedIn', name: 'Asha', image: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
    const drawer = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }));
    expect(drawer.getByRole('link', { name: 'My Profile' }).getAttribute('href')).toBe('/profile');
  });

  it('has a skip link, a call button, and the footer with numbers and policies', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
    const call = await screen.findByRole('link', { name: 'Call admissions' });
    expect(call.getAttribute('href')).toBe('tel:9876540001');
    const footer = within(screen.getByRole('contentinfo'));
    await waitFor(() => expect(footer.getByText('We train seafarers.')).toBeTruthy());
    for (const name of [
      '1800-000-4321',
      'admissions@example.com',
      'Terms',
      'Privacy',
      'Cancellation & Refund policy',
    ]) {
      expect(footer.getByRole('link', { name })).toBeTruthy();
    }
    expect(footer.getByText('ISO 9001:2015')).toBeTruthy();
  });
});
