import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PageLink } from '../../../src/ui/links/page-link.tsx';
import { ErrorState } from '../../../src/ui/messages/error-state.tsx';
import { CoursePicture } from '../../../src/ui/pictures/course-picture.tsx';
import { PriceTag } from '../../../src/ui/price-tag.tsx';
import { ToastHost } from '../../../src/ui/toasts/toast-host.tsx';
import { showToast } from '../../../src/ui/toasts/toasts.ts';
import { renderInPage } from '../../support/in-page.tsx';
import { apiWith } from '../catalogue/academy.ts';

const api = apiWith({});

it('the ErrorState component says that nothing entered is lost, and shows a retry button and the support phone number', async () => {
  const onRetry = vi.fn();
  await renderInPage(<ErrorState message="Courses could not be loaded." onRetry={onRetry} phone="98765 40011" />, {
    api,
  });
  expect(screen.getByRole('alert').textContent).toContain('Nothing you entered is lost.');
  expect(screen.getByRole('link', { name: '98765 40011' }).getAttribute('href')).toBe('tel:9876540011');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('PriceTag shows no struck-through original price for a price without a discount', async () => {
  const { container } = await renderInPage(<PriceTag price={{ main: 12_500 }} />, { api });
  expect(container.textContent).toContain('₹12,500');
  expect(container.querySelector('s')).toBeNull();
});

it('a course picture has AVIF sources in several sizes, width and height attributes, and loads lazily', async () => {
  const url = '/media/courses/post-sea-flame-640.webp';
  const { container } = await renderInPage(<CoursePicture url={url} sizes="100vw" />, { api });
  expect(container.querySelector('source')?.srcset).toContain('/media/courses/post-sea-flame-320.avif 320w');
  const picture = container.querySelector('img');
  expect([picture?.width, picture?.height, picture?.getAttribute('loading')]).toEqual([640, 400, 'lazy']);
});

it('PageLink keeps the query string and hash of a link within the site, and adds rel=noopener to an external link', async () => {
  await renderInPage(
    <>
      <PageLink href="/course-booking?course=3#batches">Book</PageLink>
      <PageLink href="https://example.com/a">Elsewhere</PageLink>
    </>,
    { api },
  );
  expect(screen.getByRole('link', { name: 'Book' }).getAttribute('href')).toBe('/course-booking?course=3#batches');
  expect(screen.getByRole('link', { name: 'Elsewhere' }).getAttribute('rel')).toBe('noopener');
});

it('a toast that is requested before the toast component has loaded is shown after the component has loaded', async () => {
  await renderInPage(<ToastHost />, { api });
  showToast({ message: 'Item added to cart', time: 60_000 });
  const toast = await screen.findByText('Item added to cart', {}, { timeout: 5000 });
  expect(toast.closest('[role="status"]')).toBeTruthy();
});
