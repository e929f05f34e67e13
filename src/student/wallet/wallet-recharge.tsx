import '../../ui/controls.css';
import { Button, TextInput } from '@mantine/core';
import { useId } from 'react';
import { walletPresets } from '../../../contract/wallet.ts';
import { formatPrice } from '../../lib/format.ts';
import classes from './wallet-tab.module.css';

/** Recharge as the specification has it (document 2, sections 2 and 9): all of it disabled, and why. */
export function WalletRecharge() {
  const whyId = useId();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.recharge}>
      <h3 id={titleId}>Recharge</h3>
      <p id={whyId} className={classes.soft}>
        Top-ups are made at the accounts office.
      </p>
      <div className={classes.presets}>
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
