import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { footer } from '../catalogue/academy.ts';
import { asha, openSiteFrame } from './open-site-frame.tsx';

it('the site’s page frame has a skip link to the page content', async () => {
  await openSiteFrame();
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
});

it.each([
  '/',
  '/courses-list',
  '/courses/pre-sea-courses',
  '/course-booking/radar-9',
  '/departments',
  '/departments/details/3/simulation',
  '/contact-us',
])('the button to phone the admissions office appears on the page %s when the visitor first scrolls', async (at) => {
  await openSiteFrame({ at });
  expect(screen.queryByRole('link', { name: 'Call admissions' })).toBeNull();
  fireEvent.scroll(window);
  const call = await screen.findByRole('link', { name: 'Call admissions' });
  expect(call.getAttribute('href')).toBe('tel:9876540001');
});

it('the button to phone the admissions office appears if the visitor has scrolled before the page’s script runs', async () => {
  vi.stubGlobal('scrollY', 10);
  try {
    await openSiteFrame({ at: '/' });
    expect(await screen.findByRole('link', { name: 'Call admissions' })).toBeTruthy();
  } finally {
    vi.unstubAllGlobals();
  }
});

it.each(['/course-booking/checkout', '/course-booking/checkout/information', '/course-booking/checkout/review'])(
  'the checkout page %s has a logo and a help link, but no menu, footer or bottom bar',
  async (at) => {
    await openSiteFrame({ at, isBare: true, student: asha });
    const header = within(screen.getByRole('banner'));
    await expect.poll(() => header.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe('/');
    expect(header.getByRole('link', { name: 'Help' }).getAttribute('href')).toBe('/contact-us');
    expect(header.getAllByRole('link')).toHaveLength(2);
    expect(screen.queryAllByRole('navigation')).toEqual([]);
    expect(screen.queryByRole('contentinfo')).toBeNull();
  },
);

it('the confirmation page after a payment has the site’s footer and the bottom navigation bar', async () => {
  await openSiteFrame({ at: '/course-booking/checkout/confirmation/LF-2026-000001-1' });
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Quick' })).toBeTruthy();
});

it.each([
  ['/', 'Home'],
  ['/courses-list', 'Courses'],
  ['/courses/pre-sea-courses', 'Courses'],
  ['/course-booking/radar-9', 'Courses'],
  ['/courses-compare', 'Courses'],
  ['/course-booking', 'Book'],
  ['/course-booking/details', 'Cart'],
  ['/login', 'Me'],
  ['/register', 'Me'],
])('on the page %s the entry %s of the bottom navigation bar is marked as current', async (at, label) => {
  await openSiteFrame({ at });
  const links = within(screen.getByRole('navigation', { name: 'Quick' })).getAllByRole('link');
  const marked = links.filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map(({ textContent }) => textContent)).toEqual([label]);
});

it('the footer shows offices, contacts, quick links, certifications and links to the policies', async () => {
  await openSiteFrame({
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
