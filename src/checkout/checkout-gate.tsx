import { cartLoginRedirect } from '../../contract/limits.ts';
import { useSession } from '../auth/use-session.ts';
import { SignInFirst } from '../cart/sign-in-first.tsx';
import { Page } from '../ui/page.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { CheckoutProvider, type CheckoutProviderProps } from './checkout-provider.tsx';
import { screenPath } from './checkout-screen.ts';
import { CheckoutWaiting } from './checkout-waiting.tsx';

type CheckoutGateProps = Omit<CheckoutProviderProps, 'studentId'>;

/** Checkout is for students: everybody else is sent to sign in, and comes back to this screen. */
export function CheckoutGate(props: CheckoutGateProps) {
  const { status, student } = useSession();
  return (
    <Page>
      {status === 'unknown' ? <CheckoutWaiting /> : null}
      {status === 'signedOut' ? (
        <>
          <PageTitle>Checkout</PageTitle>
          <SignInFirst
            message="Login to continue your booking"
            from={screenPath(props.screen)}
            delay={cartLoginRedirect}
          />
        </>
      ) : null}
      {student ? <CheckoutProvider key={student.id} studentId={student.id} {...props} /> : null}
    </Page>
  );
}
