import { type MouseEvent, useEffect, useRef } from 'react';
import classes from './error-summary.module.css';
import { Notice } from './notice.tsx';

/** A field that was refused; `id` is its element's. */
export type FieldFault = { id: string; label: string; message: string };

function goTo(event: MouseEvent<HTMLAnchorElement>, id: string, onLead?: (id: string) => void): void {
  event.preventDefault();
  onLead?.(id);
  const field = document.getElementById(id);
  // The field may stand in a part of the form that is folded away.
  field?.closest('details')?.setAttribute('open', '');
  field?.focus();
}

type ErrorSummaryProps = {
  faults: FieldFault[];
  tries: number;
  /** What to do, where counting the faults does not say it. */
  title?: string | undefined;
  /** Brings a field into view that stands in another tab of the form, before it is focused. */
  onLead?: (id: string) => void;
};

/** What keeps a form from being sent, with a link to each field. It takes the focus when it appears and at each new try. */
export function ErrorSummary({ faults, tries, title, onLead }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isShown = faults.length > 0;

  useEffect(() => {
    if (isShown && tries > 0) ref.current?.focus();
  }, [isShown, tries]);

  if (!isShown) return null;
  return (
    <div ref={ref} tabIndex={-1} className={classes.summary}>
      <Notice
        tone="wrong"
        role="alert"
        title={title ?? (faults.length === 1 ? '1 thing to correct' : `${faults.length} things to correct`)}
      >
        <ul className={classes.faults}>
          {faults.map(({ id, label, message }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => goTo(event, id, onLead)}>
                {label}: {message}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
