import './controls.css';
import { TextInput } from '@mantine/core';
import { type FocusEvent, useState } from 'react';
import { type DayParts, joinDay, splitDay } from '../lib/format/typed-day.ts';
import classes from './date-field.module.css';

const parts = [
  { label: 'Day', autoComplete: 'bday-day', length: 2 },
  { label: 'Month', autoComplete: 'bday-month', length: 2 },
  { label: 'Year', autoComplete: 'bday-year', length: 4 },
] as const;

type DateFieldProps = {
  /** Id of the input for the day, to which an error summary links. */
  id: string;
  label: string;
  description: string;
  /**
   * A date as `YYYY-MM-DD`. While the student types, it may be incomplete or a day that does not exist, such as 31
   * February.
   */
  value: string;
  error?: string | null;
  required?: boolean;
  disabled?: boolean;
  /** Whether the browser may fill in the student's date of birth. */
  isBirthday?: boolean;
  /** Whether a dialog focuses the field when it opens. */
  isFocusedFirst?: boolean;
  onChange: (value: string) => void;
  /** Called when the focus leaves the three inputs. */
  onLeave?: () => void;
};

/** Day, month and year as three inputs, because typing a known date is faster than finding it in a calendar. */
export function DateField(props: DateFieldProps) {
  const { id, label, description, value, error, required = false, disabled = false, onChange, onLeave } = props;
  const [typed, setTyped] = useState<DayParts>(() => splitDay(value));
  const shown = joinDay(typed) === value ? typed : splitDay(value);

  const change = (index: number, text: string) => {
    const [day, month, year] = shown;
    const next: DayParts = [index === 0 ? text : day, index === 1 ? text : month, index === 2 ? text : year];
    setTyped(next);
    onChange(joinDay(next));
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFieldSetElement>) => {
    if (!currentTarget.contains(relatedTarget)) onLeave?.();
  };
  return (
    <fieldset className={classes.field} onBlur={leave} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
      <legend>
        {label}
        {required ? (
          <span aria-hidden="true" className="port">
            {' '}
            *
          </span>
        ) : null}
      </legend>
      <p id={`${id}-hint`} className="soft small">
        {description}
      </p>
      <div className={`row wrap gap-3 mt-1 ${classes.parts}`}>
        {parts.map((part, index) => (
          <TextInput
            key={part.label}
            id={index === 0 ? id : `${id}-${part.label.toLowerCase()}`}
            label={part.label}
            inputMode="numeric"
            autoComplete={props.isBirthday ? part.autoComplete : 'off'}
            maxLength={part.length}
            value={shown[index] ?? ''}
            error={!!error}
            disabled={disabled}
            aria-required={required}
            {...(props.isFocusedFirst && index === 0 ? { 'data-autofocus': true } : {})}
            onChange={(event) => change(index, event.currentTarget.value)}
          />
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className="mt-1 port small">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
