import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../contract/pages.ts';
import { useSession } from '../../auth/session/use-session.ts';
import { unreachable } from '../../offline/connection/unreachable.ts';
import { outbox } from '../../offline/outbox/page-outbox.ts';
import { countUnsent } from '../../offline/outbox/row-rules.ts';
import { signOutHere } from '../../offline/sign-out.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { SignOutButtonProps } from './sign-out-button.tsx';

/** The props of the Logout button. `onSignOut` signs the student out on this device and opens Home. */
export function useSignOut(): Pick<SignOutButtonProps, 'countWaiting' | 'onSignOut' | 'onSendFirst'> {
  const navigate = useNavigate();
  const { student } = useSession();
  return {
    async countWaiting() {
      await outbox.refresh();
      return student ? countUnsent(outbox.rows, student.id) : 0;
    },
    async onSignOut() {
      if (!student) return;
      // Leave the page before signing out. A page that requires sign-in would otherwise ask the student to sign in
      // again.
      await navigate({ href: paths.home });
      const result = await signOutHere(student.id);
      if (result === 'failed') {
        await navigate({ href: paths.profile, replace: true });
        throw new Error('The server could not end the session');
      }
      if (result === 'waiting')
        showToast({
          message: `You are logged out on this device. The logout will be completed ${unreachable().whenBack}.`,
        });
    },
    onSendFirst: () => void outbox.drainNow(),
  };
}
