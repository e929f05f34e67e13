import '../ui/controls.css';
import { Input } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { codeLength } from '../../contract/limits.ts';
import classes from './login.module.css';
import { findCode } from './sms-code.ts';

/** A digit or '' for each box. */
export type CodeDigits = readonly string[];
export const emptyCode: CodeDigits = Array<string>(codeLength).fill('');

type CodeBoxesProps = {
  digits: CodeDigits;
  hasError: boolean;
  isDisabled: boolean;
  onChange: (digits: CodeDigits) => void;
};

const places = emptyCode.map((_, place) => place);

/** Six boxes of one digit (document 1, sections 2 and 5): a digit moves on, Backspace moves back, a pasted code fills them all. */
export function CodeBoxes({ digits, hasError, isDisabled, onChange }: CodeBoxesProps) {
  const boxes = useRef<Array<HTMLInputElement | null>>([]);
  // They come after the code was sent; who waited for it begins to type.
  useEffect(() => boxes.current[0]?.focus(), []);
  const focus = (place: number) => boxes.current[Math.min(Math.max(place, 0), codeLength - 1)]?.focus();
  const put = (place: number, typed: string) => {
    onChange(digits.map((digit, at) => typed[at - place] ?? digit));
    focus(place + typed.length);
  };
  const clear = (place: number) => onChange(digits.map((digit, at) => (at === place ? '' : digit)));

  const write = (place: number, text: string) => {
    if (text === '') return clear(place);
    const typed = text.replace(/\D/g, '');
    // A phone offers the whole code to one box.
    if (typed.length >= codeLength) return put(0, typed.slice(0, codeLength));
    const isOverwritten = typed.length === 2 && digits[place] !== '';
    const fresh = isOverwritten ? typed.replace(digits[place] ?? '', '') : typed;
    if (fresh !== '') put(place, fresh);
  };
  const paste = (event: ClipboardEvent, place: number) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    const whole = findCode(text) ?? findCode(text.replace(/[\s-]/g, ''));
    if (whole) return put(0, whole);
    const typed = /^[\s\d-]+$/.test(text) ? text.replace(/\D/g, '').slice(0, codeLength) : '';
    if (typed !== '') put(place, typed);
  };
  const steer = (event: KeyboardEvent, place: number) => {
    const goals: Record<string, number> = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: codeLength - 1 };
    const isBack = event.key === 'Backspace' && digits[place] === '' && place > 0;
    const goal = isBack ? place - 1 : goals[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    if (isBack) clear(goal);
    focus(goal);
  };

  return (
    <fieldset className={classes.boxes}>
      <legend className="visually-hidden">One-time code, {codeLength} digits</legend>
      {places.map((place) => (
        <Input
          key={place}
          ref={(box: HTMLInputElement | null) => {
            boxes.current[place] = box;
          }}
          aria-label={`Digit ${place + 1} of ${codeLength}`}
          inputMode="numeric"
          autoComplete={place === 0 ? 'one-time-code' : 'off'}
          value={digits[place] ?? ''}
          error={hasError}
          disabled={isDisabled}
          // Not onChange: the digit that stands there already is no change, but moves on like any other.
          onInput={(event) => write(place, event.currentTarget.value)}
          onKeyDown={(event) => steer(event, place)}
          onPaste={(event) => paste(event, place)}
          onFocus={(event) => event.currentTarget.select()}
        />
      ))}
    </fieldset>
  );
}
