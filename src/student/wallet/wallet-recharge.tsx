import '../../ui/controls.css';
import { Button, TextInput } from '@mantine/core';
import { useId } from 'react';
import { walletPresets } from '../../../contract/wallet.ts';
import { formatPrice } from '../../lib/format/format.ts';
import classes from '../student-area-page.module.css';

/**
 * The section Recharge of the wallet. Its controls are disabled, and it says why: students add money at the accounts
 * office.
 */
export function WalletRecharge() {
  const whyId = useId();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="panel stack gap-3 p-4 rounded">
      <h3 id={titleId}>Recharge</h3>
      <p id={whyId} className="soft small">
        Money cannot be added online. You can top up your wallet at the accounts office.
      </p>
      <div className={`stack gap-2 ${classes.presets}`}>
        {walletPresets.map((rupees) => (
          <Button key={rupees} variant="outline" disabled aria-describedby={whyId}>
            {formatPrice(rupees)}
          </Button>
        ))}
      </div>
      <TextInput label="Custom amount" placeholder="₹" inputMode="numeric" disabled aria-describedby={whyId} />
      <Button disabled aria-describedby={whyId}>
        Add Money
      </Button>
    </section>
  );
}
