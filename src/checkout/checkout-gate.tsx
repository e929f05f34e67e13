import { cartLoginRedirect } from '../../contract/limits.ts';
import { useSession } from '../auth/session/use-session.ts';
import { LoginRedirect } from '../cart/login-redirect.tsx';
import { Page } from '../ui/page/page.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';
import { CheckoutLoading } from './checkout-loading.tsx';
import { CheckoutProvider, type CheckoutProviderProps } from './checkout-provider.tsx';
import { screenPath } from './checkout-screen.ts';

type CheckoutGateProps = Omit<CheckoutProviderProps, 'studentId'>;

/**
 * Renders checkout for signed-in students. Everyone else is sent to the login page, which leads back to this screen.
 */
export function CheckoutGate(props: CheckoutGateProps) {
  const { status, student } = useSession();
  return (
    <Page>
      {status === 'unknown' ? <CheckoutLoading /> : null}
      {status === 'signedOut' ? (
        <>
          <PageTitle>Checkout</PageTitle>
          <LoginRedirect
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
