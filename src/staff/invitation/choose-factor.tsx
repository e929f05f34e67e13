import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { SignedInStaff } from '../../../contract/staff/staff-account.ts';
import { PasskeySetUp } from '../account/passkey-set-up.tsx';
import { TotpSetUp } from '../account/totp-set-up.tsx';

/** Sets up the second factor of a staff account that is new or was reset: an authenticator app or a passkey. */
export function ChooseFactor({ onDone }: { onDone: (staff: SignedInStaff) => void }) {
  const [kind, setKind] = useState<'totp' | 'passkey'>('totp');
  return (
    <>
      <Text>
        Besides your password, you need a second proof that it is you. If this takes longer than ten minutes, open the
        link in the email again.
      </Text>
      <SegmentedControl
        aria-label="Second factor"
        value={kind}
        onChange={setKind}
        data={[
          { value: 'totp', label: 'Authenticator app' },
          { value: 'passkey', label: 'Passkey' },
        ]}
      />
      {kind === 'totp' ? <TotpSetUp onDone={onDone} /> : <PasskeySetUp onDone={onDone} />}
    </>
  );
}
