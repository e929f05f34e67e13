import { type QueryClient, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../../../contract/pages.ts';
import { documentQueries } from '../../../../../src/student/documents/document.queries.ts';
import { ExpiringSoonNotice } from '../../../../../src/student/documents/expiry/expiring-soon-notice.tsx';
import { ExpiringSoonReminder } from '../../../../../src/student/documents/expiry/expiring-soon-reminder.tsx';
import { answeringApi } from '../../../../support/answers.ts';
import { renderInPage } from '../../../../support/in-page.tsx';
import { openCheckout } from '../../../checkout/open-checkout.tsx';
import { cart, line, studentId } from '../../../checkout/orders.ts';
import { document, listed } from '../open-documents.tsx';

const list = 'GET /api/users/student/documents';
const expiring = (document_name: string, expires_on: string | null) => document({ document_name, expires_on });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A text that appears when the documents are loaded. The reminder would appear with it: both use the same query. */
function DocumentsLoaded() {
  const { isSuccess } = useQuery(documentQueries.list(studentId));
  return isSuccess ? <p>Documents loaded</p> : null;
}

describe('the reminder of expiring documents', () => {
  async function openReminder(...documents: ReturnType<typeof document>[]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-10T08:00:00Z') });
    const { api } = answeringApi({ [list]: listed(documents) });
    const part = (
      <>
        <ExpiringSoonReminder studentId={studentId} />
        <DocumentsLoaded />
      </>
    );
    await renderInPage(part, { api });
    await screen.findByText('Documents loaded');
  }

  it('the reminder about expiring documents names the expired document and the document that expires next', async () => {
    await openReminder(expiring('CDC', '2026-05-01'), expiring('Medical', '2026-03-22'), expiring('Old', '2026-01-01'));
    expect(screen.getByText(/^Old expired on 1 Jan 2026\. Medical expires in 12 days, and 1 more\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'My Documents' }).getAttribute('href')).toBe('/profile?tab=documents');
  });

  it('the reminder about expiring documents is hidden when no document has expired or expires within 90 days', async () => {
    await openReminder(expiring('CDC', '2026-06-09'), expiring('Marks', null));
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the notice of expiring documents', () => {
  const showNotice = (...documents: ReturnType<typeof document>[]) =>
    renderInPage(<ExpiringSoonNotice documents={documents} today="2026-03-10" />, { api: answeringApi({}).api });

  it('the notice in My Documents says which document has expired and when', async () => {
    await showNotice(expiring('Old', '2026-03-09'));
    expect(screen.getByText('A document has expired')).toBeTruthy();
    expect(screen.getByText('Old expired on 9 Mar 2026.')).toBeTruthy();
  });

  it('the notice in My Documents lists expired documents before those that expire soon', async () => {
    await showNotice(expiring('CDC', '2026-03-11'), expiring('Old', '2026-03-09'));
    expect(screen.getByText('2 documents have expired or expire soon')).toBeTruthy();
    const lines = screen.getAllByText(/ expire[sd] /).map(({ textContent }) => textContent);
    expect(lines.slice(-2)).toEqual(['Old expired on 9 Mar 2026.', 'CDC expires tomorrow, on 11 Mar 2026.']);
  });
});

describe('the document warning in checkout', () => {
  const title = 'A document expires before your course ends';

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T08:00:00Z') });
  });

  it('checkout shows “A document has expired” and the expiry date for a document that has already expired', async () => {
    await openCheckout({
      at: paths.checkoutReview,
      answers: { [list]: listed([expiring('Medical', '2026-11-10')]) },
    });
    expect(await screen.findByText('A document has expired')).toBeTruthy();
    expect(screen.getByText('Medical expired on 10 Nov 2026. Fire Fighting ends 3 Dec 2026.')).toBeTruthy();
  });

  it('checkout says “expired on” for an expired document and “expires on” for a document that expires before the course ends', async () => {
    await openCheckout({
      at: paths.checkoutReview,
      answers: { [list]: listed([expiring('Medical', '2026-11-10'), expiring('CDC', '2026-11-25')]) },
    });
    expect(await screen.findByText('Some documents expire before your course ends')).toBeTruthy();
    expect(screen.getByText(/^Medical expired on/)).toBeTruthy();
    expect(screen.getByText(/^CDC expires on/)).toBeTruthy();
  });

  it.each([
    [paths.checkoutInformation, 'Proceed'],
    [paths.checkoutReview, 'Proceed to Payment'],
  ])(
    'the checkout page %s warns of a document that expires before the course ends, but still shows the button “%s”',
    async (at, next) => {
      await openCheckout({
        at,
        answers: { [list]: listed([expiring('Medical', '2026-12-02'), expiring('CDC', '2026-12-03')]) },
      });
      expect(await screen.findByText(title)).toBeTruthy();
      expect(screen.getByText('Medical expires on 2 Dec 2026. Fire Fighting ends 3 Dec 2026.')).toBeTruthy();
      expect(screen.queryByText(/CDC/)).toBeNull();
      expect(await screen.findByRole('button', { name: next })).toBeTruthy();
    },
  );

  it('checkout warns of a document that expires before the last course of a package ends', async () => {
    const { course } = line();
    if (!course) throw new Error('the line is of a course');
    const radar = { ...course, id: 9, course_name: 'Radar' };
    const later = { ...course.batch, id: 72, batch_id: 72, end_date: '2026-12-20' };
    const batches = [
      { course, batch: course.batch, trouble: null },
      { course: radar, batch: later, trouble: null },
    ];
    const seaPackage = {
      id: 3,
      package_name: 'Both',
      featured_image_url: '',
      total_fee: 9000,
      batches,
      packageDiscounts: [],
    };
    const both = { id: 3, type: 'package' as const, quantity: 1 as const, price: { main: 9000 }, package: seaPackage };
    const answers = {
      [list]: listed([expiring('Medical', '2026-12-10')]),
      'GET /api/cart': { body: { statusCode: 200, data: cart({ items: [both] }) } },
    };
    await openCheckout({ at: paths.checkoutReview, answers });
    expect(await screen.findByText('Medical expires on 10 Dec 2026. Radar ends 20 Dec 2026.')).toBeTruthy();
  });

  it('checkout shows no warning about documents that are valid until the end of the course', async () => {
    // The documents are loaded before the page opens, so a warning would appear together with the order.
    const documents = [expiring('CDC', '2026-12-03'), expiring('Marks', null)];
    const prepare = (client: QueryClient) =>
      void client.setQueryData(documentQueries.list(studentId).queryKey, documents);
    await openCheckout({ at: paths.checkoutReview, prepare });
    await screen.findByRole('button', { name: 'Proceed to Payment' });
    expect(screen.queryByText(/before your course ends|expired/)).toBeNull();
  });
});
