import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '../../../../contract/pages.ts';
import { subject } from '../../../../src/offline/session/subject.ts';
import { openCheckout } from '../open-checkout.tsx';
import { attemptId, settings, studentId, update } from '../orders.ts';

const accept = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'I accept the booking terms.' });

/**
 * Accepts the terms and goes to the payment, which is declined. Then returns to the review page, where the terms have
 * the version `termsVersion`.
 */
async function triesAgain(termsVersion: string) {
  subject.enter(studentId);
  const { person: payer, left } = await openCheckout({ at: paths.checkoutReview });
  const terms = await accept();
  if (!terms.checked) await payer.click(terms);
  await payer.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  await waitFor(() => expect(left).toHaveLength(1));
  cleanup();
  const { person } = await openCheckout({
    at: `${paths.checkoutConfirmation}/${attemptId}`,
    answers: {
      'GET /api/orders/update': {
        body: { statusCode: 200, data: update({ final_payment_status: 'DECLINED', state: 'declined' }) },
      },
      'GET /api/booking-groups/settings': {
        body: { statusCode: 200, data: { ...settings, terms_version: termsVersion } },
      },
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Try again' }));
  return accept();
}

it('after a declined payment, the booking terms stay accepted when the student tries again', async () => {
  const terms = await triesAgain(settings.terms_version);
  await waitFor(() => expect(terms.checked).toBe(true));
});

it('booking terms that have changed since a declined payment must be accepted again', async () => {
  const terms = await triesAgain('2026-05');
  expect(terms.checked).toBe(false);
});
