import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import classes from '../checkout.module.css';
import { useCheckout } from '../checkout-context.ts';
import { CheckoutLoading } from '../checkout-loading.tsx';

const ContactCheck = lazyPart(() => import('./contact-check.tsx').then((module) => ({ default: module.ContactCheck })));

/**
 * Shown when the order needs a verified phone number or email address. The JavaScript of this step is loaded only then,
 * because most students skip it.
 */
export function ContactStep() {
  const { state } = useCheckout();
  if (!state.matches({ review: 'choosingContact' }) && !state.matches({ review: 'verifyingContact' })) return null;
  return (
    <section
      className={`panel stack gap-4 p-5 rounded ${classes.arrival}`}
      aria-labelledby="verify-contact"
      tabIndex={-1}
      data-arrival
    >
      <h2 id="verify-contact">Verify your contact</h2>
      <div className={`stack gap-4 ${classes.contact}`}>
        <Suspense fallback={<CheckoutLoading label="The code step is loading" />}>
          <ContactCheck />
        </Suspense>
      </div>
    </section>
  );
}
