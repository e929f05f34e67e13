import { type Ref, useId } from 'react';
import type { Batch } from '../../contract/batch.ts';
import { formatDays } from '../lib/format.ts';
import classes from './batch-select.module.css';
import { SeatCount } from './seat-count.tsx';

/** `3 Feb 2027 - 9 Feb 2027 (12 left)`: short, so that a phone's selector shows it whole. */
function batchLabel({ start_date, end_date, available }: Batch): string {
  return `${formatDays(start_date, end_date)} (${available} left)`;
}

type BatchSelectProps = {
  /** Course that the batches are of. */
  name: string;
  batches: readonly Batch[];
  chosen: number | null;
  isLocked?: boolean;
  /** What stands where nothing is chosen. */
  placeholder?: string;
  /** Id of a text that says what is wrong with the choice. */
  faultId?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
  onChoose: (batchId: number) => void;
  /** Where a choice can be taken back. */
  onClear?: () => void;
};

/** Selector of the batches that can be booked, with the seats of the chosen one. The system's own list: it opens at once on any phone. */
export function BatchSelect({ name, batches, chosen, ref, onChoose, onClear, ...looks }: BatchSelectProps) {
  const { isLocked, faultId, placeholder = 'Choose a batch' } = looks;
  const id = useId();
  const batch = batches.find((one) => one.id === chosen);
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        Batch <span className="visually-hidden">of {name}</span>
      </label>
      <select
        id={id}
        ref={ref}
        className={classes.select}
        value={chosen ?? ''}
        disabled={isLocked}
        {...(faultId ? { 'aria-invalid': true, 'aria-describedby': faultId } : {})}
        onChange={({ target }) => (target.value ? onChoose(Number(target.value)) : onClear?.())}
      >
        <option value="" disabled={!onClear}>
          {placeholder}
        </option>
        {batches.map((one) => (
          <option key={one.id} value={one.id}>
            {batchLabel(one)}
          </option>
        ))}
      </select>
      {batch ? <SeatCount seats={batch.available} /> : null}
    </div>
  );
}
