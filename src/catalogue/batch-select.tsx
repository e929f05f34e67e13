import { type Ref, useId } from 'react';
import type { Batch } from '../../contract/batch.ts';
import { formatDay } from '../lib/format/format.ts';
import classes from './batch-select.module.css';
import { SeatCount } from './seat-count.tsx';

/**
 * Label of a batch, in the form that docs/product.md#book-online gives: `3 Feb 2027 - 9 Feb 2027 (12 left)`. The label
 * of the chosen batch leaves out the number of seats, because a phone has no room for it. The number is shown below the
 * selector instead.
 */
function batchLabel({ start_date, end_date, available }: Batch, isChosen: boolean): string {
  const days = [...new Set([start_date, end_date])].map(formatDay).join(' - ');
  return isChosen ? days : `${days} (${available} left)`;
}

type BatchSelectProps = {
  /** Name of the course, for the selector's label. */
  name: string;
  batches: readonly Batch[];
  chosen: number | null;
  isLocked?: boolean;
  /** Text of the selector's empty option. */
  placeholder?: string;
  /** Id of the element with the validation error, if there is one. */
  errorId?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
  onChoose: (batchId: number) => void;
  /** Called when the student selects the empty option. If it is not given, the empty option is disabled. */
  onClear?: () => void;
};

/**
 * Selects one of the bookable batches and shows its free seats. It is a native select, because that opens fast on any
 * phone.
 */
export function BatchSelect({ name, batches, chosen, ref, onChoose, onClear, ...options }: BatchSelectProps) {
  const { isLocked, errorId, placeholder = 'Choose a batch' } = options;
  const id = useId();
  const batch = batches.find((one) => one.id === chosen);
  return (
    <div className="stack shrink gap-1 small">
      <label htmlFor={id} className="medium">
        Batch <span className="visually-hidden">of {name}</span>
      </label>
      <select
        id={id}
        ref={ref}
        className={classes.select}
        value={chosen ?? ''}
        disabled={isLocked}
        {...(errorId ? { 'aria-invalid': true, 'aria-describedby': errorId } : {})}
        onChange={({ target }) => (target.value ? onChoose(Number(target.value)) : onClear?.())}
      >
        <option value="" disabled={!onClear}>
          {placeholder}
        </option>
        {batches.map((one) => (
          <option key={one.id} value={one.id}>
            {batchLabel(one, one === batch)}
          </option>
        ))}
      </select>
      {batch ? <SeatCount seats={batch.available} /> : null}
    </div>
  );
}
