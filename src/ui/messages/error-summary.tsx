import { type MouseEvent, useEffect, useRef } from 'react';
import classes from './error-summary.module.css';
import { Notice } from './notice.tsx';

/** An invalid field. `id`: id of the field's element; `label`: its visible label; `message`: what is wrong. */
export type FieldError = { id: string; label: string; message: string };

function goTo(event: MouseEvent<HTMLAnchorElement>, id: string, onGoTo?: (id: string) => void): void {
  event.preventDefault();
  onGoTo?.(id);
  const field = document.getElementById(id);
  // A field in a collapsed part of the form cannot have the focus, so open that part first.
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

type ErrorSummaryProps = {
  errors: FieldError[];
  /** Title of the summary. The default title says how many errors there are. */
  title?: string | undefined;
  /** Number of failed attempts to submit. Each new one focuses the summary. */
  tries: number;
  /** Called before a field is focused, for example to open the tab that contains the field. */
  onGoTo?: (id: string) => void;
};

/**
 * The error message with the label of the field in front. If the message already names the field, the label is left
 * out: 'Contact is required' is clear without 'Contact number'.
 */
function standalone({ label, message }: Pick<FieldError, 'label' | 'message'>): string {
  const [words, said] = [label.toLowerCase(), message.toLowerCase()];
  const isNamed = said.includes(words) || said.startsWith(words.split(' ')[0] ?? words);
  return isNamed ? message : `${label}: ${message}`;
}

/** Lists the invalid fields of a form, with links to them. */
export function ErrorSummary({ errors, tries, title, onGoTo }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const focusedTry = useRef(0);
  const isShown = errors.length > 0;

  useEffect(() => {
    // Take the focus only once for each attempt. An error that appears later, while a field is being filled in, must not
    // take the focus out of that field.
    if (!isShown || tries === focusedTry.current) return;
    focusedTry.current = tries;
    ref.current?.focus();
  }, [isShown, tries]);

  if (!isShown) return null;
  return (
    <div ref={ref} tabIndex={-1} className={classes.summary}>
      <Notice
        tone="error"
        role="alert"
        title={title ?? (errors.length === 1 ? '1 thing to correct' : `${errors.length} things to correct`)}
      >
        <ul className={`stack gap-1 ${classes.errors}`}>
          {errors.map(({ id, label, message }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => goTo(event, id, onGoTo)}>
                {standalone({ label, message })}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
