import { PageTitle } from '../../ui/page/page-title.tsx';
import { CheckoutLoading } from '../checkout-loading.tsx';

/** Shown while the student's profile decides which step comes first. */
export function CheckoutStart() {
  return (
    <>
      <PageTitle>Checkout</PageTitle>
      <CheckoutLoading />
    </>
  );
}
