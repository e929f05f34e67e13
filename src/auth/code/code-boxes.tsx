import '../../ui/controls.css';
import { Input } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { codeLength } from '../../../contract/limits.ts';
import classes from '../auth-page.module.css';
import { findCode } from './sms-code.ts';

/** The digits of the one-time code as typed so far: one string for each box, `''` while the box is empty. */
type CodeDigits = readonly string[];
export const emptyCode: CodeDigits = Array<string>(codeLength).fill('');

type CodeBoxesProps = {
  digits: CodeDigits;
  hasError: boolean;
  isDisabled: boolean;
  onChange: (digits: CodeDigits) => void;
};

const indexes = emptyCode.map((_, index) => index);

/**
 * Six boxes for the digits of a one-time code. Typing moves the focus to the next box, Backspace in an empty box to the
 * previous one, and a pasted code fills all boxes.
 */
export function CodeBoxes({ digits, hasError, isDisabled, onChange }: CodeBoxesProps) {
  const boxes = useRef<Array<HTMLInputElement | null>>([]);
  // Focus the first box whenever the boxes become enabled: after a code was sent, and again after one was rejected,
  // because boxes lose the focus while they are disabled.
  useEffect(() => {
    if (!isDisabled) boxes.current[0]?.focus();
  }, [isDisabled]);
  const focus = (index: number) => boxes.current[Math.min(Math.max(index, 0), codeLength - 1)]?.focus();
  const put = (index: number, typed: string) => {
    onChange(digits.map((digit, at) => typed[at - index] ?? digit));
    focus(index + typed.length);
  };
  const clear = (index: number) => onChange(digits.map((digit, at) => (at === index ? '' : digit)));

  const write = (index: number, text: string) => {
    if (text === '') return clear(index);
    const typed = text.replace(/\D/g, '');
    // Autofill on phones puts the whole code into one box.
    if (typed.length >= codeLength) return put(0, typed.slice(0, codeLength));
    const isOverwritten = typed.length === 2 && digits[index] !== '';
    const added = isOverwritten ? typed.replace(digits[index] ?? '', '') : typed;
    if (added !== '') put(index, added);
  };
  const paste = (event: ClipboardEvent, index: number) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    const whole = findCode(text) ?? findCode(text.replace(/[\s-]/g, ''));
    if (whole) return put(0, whole);
    const typed = /^[\s\d-]+$/.test(text) ? text.replace(/\D/g, '').slice(0, codeLength) : '';
    if (typed !== '') put(index, typed);
  };
  const moveFocus = (event: KeyboardEvent, index: number) => {
    const targets: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: codeLength - 1,
    };
    const isBack = event.key === 'Backspace' && digits[index] === '' && index > 0;
    const target = isBack ? index - 1 : targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (isBack) clear(target);
    focus(target);
  };

  return (
    <fieldset className={`stack between gap-2 ${classes.boxes}`}>
      <legend className="visually-hidden">One-time code, {codeLength} digits</legend>
      {indexes.map((index) => (
        <Input
          key={index}
          ref={(box: HTMLInputElement | null) => {
            boxes.current[index] = box;
          }}
          aria-label={`Digit ${index + 1} of ${codeLength}`}
          inputMode="numeric"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          value={digits[index] ?? ''}
          error={hasError}
          disabled={isDisabled}
          // Use `onInput`, because the focus must move to the next box even if a digit is replaced by the same digit.
          // `onChange` does not fire in that case.
          onInput={(event) => write(index, event.currentTarget.value)}
          onKeyDown={(event) => moveFocus(event, index)}
          onPaste={(event) => paste(event, index)}
          onFocus={(event) => event.currentTarget.select()}
        />
      ))}
    </fieldset>
  );
}
