import '../ui/controls.css';
import { Button } from '@mantine/core';
import { useCheckout } from './checkout-context.ts';

/** Ends this checkout and goes back to the cart, which stays as it is. */
export function LeaveButton() {
  const { send } = useCheckout();
  return (
    <Button variant="subtle" onClick={() => send({ type: 'checkout.leave' })}>
      Back to cart
    </Button>
  );
}
