import { SignInPage } from '../session/sign-in-page.tsx';
import { signInRoute } from './root-routes.tsx';

export function SignInScreen() {
  return <SignInPage next={signInRoute.useSearch().next} />;
}
