import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type { Footer, MegaColumn, MenuItem } from '../../../contract/content.ts';
import type { FrameStudent } from '../../../src/site/frame-slots.ts';
// Import the modules that the site frame loads lazily, so that their load time does not count towards test timeouts.
import '../../../src/site/header/menu/mega-panel.tsx';
import '../../../src/site/header/menu/mobile-drawer.tsx';
import '../../../src/site/header/user-menu.tsx';
import '../../../src/site/header/user-menu-items.tsx';
import '../../../src/site/floating-call-button.tsx';
import { SiteFrame } from '../../../src/site/site-frame.tsx';
import { renderInPage } from '../../support/in-page.tsx';
import { apiWith, brand, footer, menuItem } from '../catalogue/academy.ts';

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

/** What a test prepares for the site frame. `isBare`: the frame is the one of checkout, which has no main menu. */
type Prepared = { at?: string; isBare?: boolean; student?: FrameStudent; cartCount?: number | null; footer?: Footer };

/** A student who is signed in. */
export const asha: FrameStudent = { status: 'signedIn', name: 'Asha', image: null };

/** Renders the site frame around a page, and waits until the main menu is rendered if this frame has one. */
export async function openSiteFrame(prepared: Prepared = {}) {
  // jsdom knows dialog elements but not their methods, showModal() and close().
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  // jsdom has no layout and lacks elementsFromPoint(). The fake finds no elements below the floating call button.
  document.elementsFromPoint ??= () => [];
  await renderInPage(
    <SiteFrame student={prepared.student ?? { status: 'signedOut' }} cartCount={prepared.cartCount ?? null}>
      <h1>A page</h1>
    </SiteFrame>,
    { api: apiWith({ header: { brand, items }, footer: prepared.footer ?? footer }), at: prepared.at ?? '/somewhere' },
  );
  if (prepared.isBare) return { main: within(screen.getByRole('banner')), person: userEvent.setup({ delay: null }) };
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  await main.findByRole('button', { name: 'One' });
  return { main, person: userEvent.setup({ delay: null }) };
}

/**
 * Opens a menu by clicking the button with this name, waits until the menu's panel has content, and returns the button.
 */
export async function openMenu(person: ReturnType<typeof userEvent.setup>, name: string): Promise<HTMLElement> {
  const button = screen.getByRole('button', { name });
  await person.click(button);
  await expect.poll(() => panelOf(button)?.textContent, { timeout: 10_000 }).toBeTruthy();
  return button;
}

/** Finds the panel that a menu button controls, by the button's `aria-controls`. */
export const panelOf = (button: HTMLElement) => document.getElementById(button.getAttribute('aria-controls') ?? '');
