import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PolicyName } from '../../../../src/content/policies/policy.queries.ts';
import { PolicyPage } from '../../../../src/content/policies/policy-page.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { allKinds } from './contents.ts';

const calls: Record<PolicyName, string> = { terms: 'terms', refund: 'refund-policy', privacy: 'privacy-policy' };

async function open(name: PolicyName, policy = allKinds) {
  const { api } = answeringApi({
    [`GET /api/cms/content/${calls[name]}`]: { body: { statusCode: 200, data: policy } },
  });
  await renderInPage(<PolicyPage name={name} />, { api });
  return screen.findByRole('heading', { level: 1, name: policy.title });
}

const section = (name: string) => screen.getByRole('region', { name });

describe('a policy page', () => {
  it('a policy page shows a skeleton until its text has loaded', async () => {
    const opening = open('terms');
    await screen.findByText('Loading page');
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
    await opening;
    expect(screen.queryByText('Loading page')).toBeNull();
  });

  it.each(['terms', 'refund', 'privacy'] as const)(
    'the page of the policy “%s” loads the text of that policy',
    async (name) => {
      expect(await open(name, { ...allKinds, title: `This is ${name}` })).toBeTruthy();
    },
  );

  it('a policy page shows its title, effective date, introduction and numbered sections', async () => {
    await open('terms');
    expect(screen.getByText('7 Sep 2026').getAttribute('datetime')).toBe('2026-09-07');
    expect(screen.getByText('7 Sep 2026').parentElement?.textContent).toBe('Effective date: 7 Sep 2026');
    expect(screen.getByText('These rules hold.')).toBeTruthy();
    const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
    expect(titles).toEqual(['On this page', '1. Words used here', '2. Booking', 'Contact information']);
  });

  it('the table of contents of a policy page links to each section', async () => {
    await open('terms');
    const links = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['#words', '#booking']);
    expect(section('2. Booking').id).toBe('booking');
    expect(section('2.1 Seats').id).toBe('seats');
  });

  it('a policy section shows its items sorted by their order field', async () => {
    await open('terms');
    const text = section('2. Booking').textContent ?? '';
    const inOrder = ['Read on.', 'Prices', 'See the doctor', 'Booking desk', '2.1 Seats', '2.2 Companies'];
    const positions = inOrder.map((item) => text.indexOf(item));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions).not.toContain(-1);
  });

  it('a policy section shows paragraphs, bullet points with sub-points, and notes that begin with “Note:”', async () => {
    await open('terms');
    const booking = within(section('2. Booking'));
    expect(booking.getByText('Read on.').tagName).toBe('P');
    expect(booking.getByText('In rupees.')).toBeTruthy();
    const points = within(booking.getByRole('list', { name: 'Prices' })).getAllByRole('listitem');
    expect(points.map((point) => point.textContent)).toEqual(['One discount.', 'No fees of others.']);
    const [note] = booking.getAllByRole('note');
    expect(note?.textContent).toBe('Note: See the doctor first.');
  });

  it('the email address and phone number in a policy’s contact box are links', async () => {
    await open('terms');
    const booking = within(section('2. Booking'));
    expect(booking.getByText('Booking desk')).toBeTruthy();
    expect(booking.getByText('Every day.')).toBeTruthy();
    expect(booking.getByRole('link', { name: 'desk@example.com' }).getAttribute('href')).toBe(
      'mailto:desk@example.com',
    );
    expect(booking.getByRole('link', { name: '98765 40002' }).getAttribute('href')).toBe('tel:9876540002');
  });

  it('policy subsections are numbered within their section and show their items in order', async () => {
    await open('terms');
    const seats = section('2.1 Seats');
    expect(seats.textContent).toBe('2.1 SeatsWhat holds.A seat is yours.Note: Be early.');
    expect(section('2.2 Companies').textContent).toContain('For crews.');
  });

  it('a policy page shows the name, address, email and phone of its contact information', async () => {
    await open('terms');
    const box = within(section('Contact information'));
    expect(box.getByText('Harbour Academy')).toBeTruthy();
    expect(box.getByRole('group').textContent).toContain('14 Lighthouse Road, Chennai');
    expect(box.getByRole('link', { name: 'office@example.com' }).getAttribute('href')).toBe(
      'mailto:office@example.com',
    );
    expect(box.getByRole('link', { name: '98765 40001' }).getAttribute('href')).toBe('tel:9876540001');
  });

  it('a policy page without contact information shows no contact box', async () => {
    const { contactInfo: _, ...others } = allKinds;
    await open('privacy', others);
    expect(screen.queryByText('Contact information')).toBeNull();
  });
});
