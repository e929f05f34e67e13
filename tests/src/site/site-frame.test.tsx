import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { footer } from '../catalogue/academy.ts';
import { openSiteFrame } from './open-site-frame.tsx';

it('the site frame has a skip link and a button that calls admissions', async () => {
  await openSiteFrame();
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#main');
  const call = await screen.findByRole('link', { name: 'Call admissions' });
  expect(call.getAttribute('href')).toBe('tel:9876540001');
});

it('the footer has offices, contacts, quick links, certifications and policies', async () => {
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
