import { getDefaultZIndex, Modal, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { getStaffAccount, type SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { apiOf, isOfflineError } from '../../lib/api.ts';
import { authenticationGate } from './authentication-gate.ts';
import { SecondStep } from './second-step.tsx';
import { setSignedIn, staffSessionQuery } from './session.queries.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Asks for the second factor or for a new sign-in when a call requires it. The page stays mounted behind the dialog, so
 * nothing that was typed is lost. If another staff member signs in, the page is loaded again for them.
 * `onSignedInAgain` is called when the same staff member has signed in after the end of their session.
 */
export function AuthenticationDialog({ onSignedInAgain }: { onSignedInAgain: () => void }) {
  const demand = useSyncExternalStore(authenticationGate.subscribe, () => authenticationGate.demand);
  const client = useQueryClient();
  const { staff: shown } = useRouteContext({ from: '/staff' });
  const { data: current } = useQuery({ ...staffSessionQuery, enabled: false });
  const pass = (staff: SignedInStaff) => {
    setSignedIn(client, staff, shown);
    if (staff.id !== shown.id) {
      // Another staff member has signed in, so cancel the waiting call of the previous one and reload the page. The
      // browser warns before the reload if the page has unsaved changes.
      authenticationGate.refuse();
      window.location.reload();
      return;
    }
    // When the session ended, the rosters that were saved on this device were deleted. Refetch the roster that the page
    // shows, which also saves it again. `onSignedInAgain` saves the rosters that are needed next.
    if (demand === 'signIn') {
      void client.invalidateQueries({ queryKey: ['staff-roster'] });
      onSignedInAgain();
    }
    authenticationGate.pass();
  };
  return (
    <Modal
      opened={demand !== null}
      onClose={authenticationGate.refuse}
      title={demand === 'signIn' ? 'Your session has ended' : 'Confirm that it is you'}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Without this z-index, a dialog that is already open would cover the authentication dialog.
      zIndex={getDefaultZIndex('overlay')}
    >
      {demand === 'signIn' ? (
        <>
          <Text mb="md">Sign in again to continue. Nothing you entered is lost.</Text>
          <SignInForm onSignedIn={pass} />
        </>
      ) : null}
      {demand === 'stepUp' ? (
        <StepUp hasRecovered={(current ?? shown).verified_until === null} onSignedIn={pass} />
      ) : null}
    </Modal>
  );
}

type StepUpProps = {
  /** Whether the staff member has signed in with a recovery code and has used no second factor since. */
  hasRecovered: boolean;
  onSignedIn: (staff: SignedInStaff) => void;
};

function StepUp({ hasRecovered, onSignedIn }: StepUpProps) {
  const api = apiOf(useQueryClient());
  const account = useQuery({
    queryKey: ['staff-account', 'factors'],
    queryFn: async ({ signal }) => (await api.call(getStaffAccount, {}, { signal })).data,
    staleTime: 60_000,
  });
  if (account.isPending) return <Text role="status">Loading…</Text>;
  // If the account's factors could not be loaded, ask for a code of the authenticator app, the usual second factor.
  const { has_totp = true, passkeys = [] } = account.data ?? {};
  const failed = isOfflineError(account.error);
  return (
    <>
      <Text mb="md">
        {failed ? 'There is no connection to the server.' : 'Use your second factor again to continue.'}
      </Text>
      {hasRecovered ? (
        <Text mb="md">
          You signed in with a recovery code, which is not enough for this. If you have lost your app or passkey, set up
          a new one under Your account within 15 minutes of signing in. After that, sign out and sign in again with
          another recovery code first.
        </Text>
      ) : null}
      <SecondStep
        factors={{ has_totp, has_passkey: passkeys.length > 0 }}
        allowsRecovery={false}
        onSignedIn={onSignedIn}
        onExpired={authenticationGate.refuse}
      />
    </>
  );
}
