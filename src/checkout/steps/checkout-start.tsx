import { PageTitle } from '../../ui/page/page-title.tsx';
import { CheckoutLoading } from '../checkout-loading.tsx';

/** Shown until checkout knows from the student's profile which step comes first. */
export function CheckoutStart() {
  return (
    <>
      <PageTitle>Checkout</PageTitle>
      <CheckoutLoading />
    </>
  );
}
