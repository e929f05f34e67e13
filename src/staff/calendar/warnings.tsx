import { Checkbox, Text, type TextProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { clashCount } from './clash-text.ts';

const mostShown = 3;

type WarningLinesProps = Pick<TextProps, 'c'> & { lines: readonly string[] };

/**
 * Warnings about a batch: the first few, and a button that shows the others, because a busy venue can have dozens of
 * clashes.
 */
export function WarningLines({ lines, c }: WarningLinesProps) {
  const line = (text: string) => (
    <Text key={text} size="sm" className="anywhere" {...(c ? { c } : {})}>
      {text}
    </Text>
  );
  const more = lines.slice(mostShown);
  return (
    <>
      {lines.slice(0, mostShown).map(line)}
      {more.length > 0 ? (
        <details>
          <summary>
            Show the other {more.length} of {lines.length}
          </summary>
          {more.map(line)}
        </details>
      ) : null}
    </>
  );
}

/**
 * Warnings that staff must accept before a batch is saved, one sentence each: clashes, and other batches of the course
 * with the same first day (`sameStarts`).
 */
type Warnings = { clashes: readonly string[]; sameStarts: readonly string[] };

/** Remembers whether staff have accepted the warnings. If the warnings change, staff must accept them again. */
export function useAcceptance({ clashes, sameStarts }: Warnings) {
  const text = [...clashes, ...sameStarts].join('\n');
  const [accepted, setAccepted] = useState('');
  const [missing, setMissing] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const isGiven = text === '' || accepted === text;
  return {
    counts: { clashes: clashes.length, sameStarts: sameStarts.length },
    field: {
      ref: input,
      checked: isGiven,
      error: !isGiven && missing === text ? 'Read the warnings, then tick this box' : null,
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        setAccepted(currentTarget.checked ? text : ''),
    },
    /**
     * Returns whether staff may save the batch: there are no warnings, or the checkbox that accepts them is ticked.
     * Otherwise focuses this checkbox and shows an error that asks to tick it.
     */
    check(): boolean {
      if (isGiven) return true;
      setMissing(text);
      input.current?.focus();
      return false;
    },
  };
}

type AcceptanceFieldProps = {
  /**
   * Beginning of the checkbox's label: what staff confirm, such as 'Save the change'. The label goes on with what they
   * accept, such as the number of clashes.
   */
  action: string;
  acceptance: ReturnType<typeof useAcceptance>;
};

/** The checkbox by which staff accept clashes, and other batches of the course with the same first day. */
export function AcceptanceField({ action, acceptance: { counts, field } }: AcceptanceFieldProps) {
  const { clashes, sameStarts } = counts;
  if (clashes + sameStarts === 0) return null;
  const label = [
    ...(clashes > 0 ? [`in spite of ${clashCount(clashes)}`] : []),
    ...(sameStarts > 0 ? ['although another batch of the course starts on the same day'] : []),
  ];
  return <Checkbox label={`${action} ${label.join(', and ')}`} {...field} />;
}
