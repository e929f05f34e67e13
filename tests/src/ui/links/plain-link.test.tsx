import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PlainLink } from '../../../../src/ui/links/plain-link.tsx';
import { renderInPage } from '../../../support/in-page.tsx';
import { apiWith } from '../../catalogue/academy.ts';

const href = '/course-booking/radar-405?tab=eligibility';

async function open() {
  const { router } = await renderInPage(<PlainLink href={href}>Radar</PlainLink>, { api: apiWith({}) });
  return { router, link: screen.getByRole('link', { name: 'Radar' }) };
}

it('a click on a PlainLink navigates within the site without a page load', async () => {
  const { router, link } = await open();
  expect(link.getAttribute('href')).toBe(href);
  await userEvent.click(link);
  await waitFor(() => expect(router.state.location.href).toBe(href));
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'PlainLink, a link within the site, leaves a click with the event properties %o (modifier key or other button) to the browser',
  async (how) => {
    const { router, link } = await open();
    const click = createEvent.click(link, how);
    fireEvent(link, click);
    expect(click.defaultPrevented).toBe(false);
    expect(router.state.location.href).toBe('/');
  },
);

it('touching a PlainLink preloads the linked page only if preloading is enabled in the router', async () => {
  const { router, link } = await open();
  const preload = vi.spyOn(router, 'preloadRoute').mockResolvedValue(undefined);
  fireEvent.touchStart(link);
  expect(preload).not.toHaveBeenCalled();
  router.options.defaultPreload = 'intent';
  fireEvent.touchStart(link);
  expect(preload).toHaveBeenCalledWith(
    expect.objectContaining({ to: '/course-booking/radar-405', search: { tab: 'eligibility' } }),
  );
});
