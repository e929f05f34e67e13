import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { EndingReminder } from '../../../../src/student/documents/ending-reminder.tsx';
import { answeringApi } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { openCheckout } from '../../checkout/open-checkout.tsx';
import { cart, line, studentId } from '../../checkout/orders.ts';
import { document, listed } from './open-documents.tsx';

const list = 'GET /api/users/student/documents';
const ending = (document_name: string, expires_on: string | null) => document({ document_name, expires_on });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the reminder at the head of the student area', () => {
  async function openHead(...documents: ReturnType<typeof document>[]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T08:00:00Z') });
    const { api, sent } = answeringApi({ [list]: listed(documents) });
    await renderInPage(<EndingReminder studentId={studentId} />, { api });
    await waitFor(() => expect(sent).toHaveLength(1));
  }

  it('names what ends next and leads to My Documents', async () => {
    await openHead(ending('CDC', '2026-05-01'), ending('Medical', '2026-03-22'), ending('Old', '2026-01-01'));
    expect(await screen.findByText(/^Medical ends in 12 days, and 1 more\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'My Documents' }).getAttribute('href')).toBe('/profile?tab=documents');
  });

  it('is not there while nothing ends within 90 days', async () => {
    await openHead(ending('CDC', '2026-06-09'), ending('Old', '2026-03-09'), ending('Marks', null));
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('checkout with documents', () => {
  const title = 'A document ends before your course does';

  it.each([
    [paths.checkoutInformation, 'Proceed'],
    [paths.checkoutReview, 'Proceed to Payment'],
  ])('warns at %s of one that ends before the course, and hinders nothing', async (at, next) => {
    await openCheckout({
      at,
      answers: { [list]: listed([ending('Medical', '2026-12-02'), ending('CDC', '2026-12-03')]) },
    });
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText('Medical: last day 2 Dec 2026. Fire Fighting ends 3 Dec 2026.')).toBeTruthy();
    expect(screen.queryByText(/^CDC:/)).toBeNull();
    expect(await screen.findByRole('button', { name: next })).toBeTruthy();
  });

  it('looks at each course of a package', async () => {
    const { course } = line();
    if (!course) throw new Error('the line is of a course');
    const radar = { ...course, id: 9, course_name: 'Radar' };
    const later = { ...course.batch, id: 72, batch_id: 72, end_date: '2026-12-20' };
    const batches = [
      { course, batch: course.batch, trouble: null },
      { course: radar, batch: later, trouble: null },
    ];
    const parts = {
      id: 3,
      package_name: 'Both',
      featured_image_url: '',
      total_fee: 9000,
      batches,
      packageDiscounts: [],
    };
    const both = { id: 3, type: 'package' as const, quantity: 1 as const, price: { main: 9000 }, package: parts };
    const answers = {
      [list]: listed([ending('Medical', '2026-12-10')]),
      'GET /api/cart': { body: { statusCode: 200, data: cart({ items: [both] }) } },
    };
    await openCheckout({ at: paths.checkoutReview, answers });
    expect(await screen.findByText('Medical: last day 10 Dec 2026. Radar ends 20 Dec 2026.')).toBeTruthy();
  });

  it('says nothing where all last longer', async () => {
    const { sent } = await openCheckout({
      at: paths.checkoutReview,
      answers: { [list]: listed([ending('CDC', '2026-12-03'), ending('Marks', null)]) },
    });
    await waitFor(() => expect(sent.some(({ url }) => url === '/api/users/student/documents')).toBe(true));
    await screen.findByRole('button', { name: 'Proceed to Payment' });
    expect(screen.queryByText(title)).toBeNull();
  });
});
