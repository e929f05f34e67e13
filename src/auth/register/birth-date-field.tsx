import '../../ui/controls.css';
import { TextInput } from '@mantine/core';
import type { FocusEvent } from 'react';
import classes from '../account-form.module.css';
import type { BirthPart } from './register-fields.ts';

const parts: Array<{ name: BirthPart; label: string; autoComplete: string; length: number }> = [
  { name: 'dob_day', label: 'Day', autoComplete: 'bday-day', length: 2 },
  { name: 'dob_month', label: 'Month', autoComplete: 'bday-month', length: 2 },
  { name: 'dob_year', label: 'Year', autoComplete: 'bday-year', length: 4 },
];

/** Id of the date of birth field, to which the error summary links. */
export const birthFieldId = 'register-dob_day';

type BirthDateFieldProps = {
  values: Record<BirthPart, string>;
  error: string | null;
  isDisabled: boolean;
  onChange: (name: BirthPart, text: string) => void;
  /** Called when the focus leaves the date field with its three inputs. */
  onLeave: () => void;
};

/** Day, month and year as three inputs: typing a date that one knows by heart is faster than picking it in a calendar. */
export function BirthDateField({ values, error, isDisabled, onChange, onLeave }: BirthDateFieldProps) {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFieldSetElement>) => {
    if (!currentTarget.contains(relatedTarget)) onLeave();
  };
  return (
    <fieldset className={classes.birth} onBlur={leave} aria-describedby="register-dob-hint register-dob-error">
      <legend>
        Date of birth{' '}
        <span aria-hidden="true" className="port">
          *
        </span>
      </legend>
      <p id="register-dob-hint" className="soft small">
        For example 14 6 2003
      </p>
      <div className={`stack gap-3 mt-1 ${classes.birthParts}`}>
        {parts.map(({ name, label, length, autoComplete }) => (
          <TextInput
            key={name}
            id={`register-${name}`}
            name={name}
            label={label}
            inputMode="numeric"
            autoComplete={autoComplete}
            maxLength={length}
            value={values[name]}
            error={error !== null}
            disabled={isDisabled}
            aria-required="true"
            onChange={(event) => onChange(name, event.currentTarget.value)}
          />
        ))}
      </div>
      {error ? (
        <p id="register-dob-error" className="mt-1 port small">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
