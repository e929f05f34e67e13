import { type ReactNode, useEffect, useRef } from 'react';
import { PageTitle } from '../ui/page-title.tsx';
import classes from './checkout.module.css';

const steps = ['Details', 'Review', 'Payment'] as const;

function Steps({ current }: { current: number }) {
  return (
    <ol className={classes.steps} aria-label="Steps of your booking">
      {steps.map((step, place) => (
        <li
          key={step}
          data-done={place < current || undefined}
          {...(place === current ? { 'aria-current': 'step' } : {})}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}

type StepPageProps = {
  title: string;
  lead?: ReactNode;
  step?: number;
  /** Names what the screen is about now: a new phase is looked at from its notice (`data-arrival`) or the heading. */
  phase?: string;
  children: ReactNode;
};

/** A screen of checkout. A new heading or phase takes focus and the page its top, so that nobody has to look for what changed. */
export function StepPage({ title, lead, step, phase = '', children }: StepPageProps) {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const heading = ref.current?.querySelector('h1');
    if (heading?.textContent !== title) return;
    heading.tabIndex = -1;
    const arrival = phase ? ref.current?.querySelector<HTMLElement>('[data-arrival]') : null;
    (arrival ?? heading).focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [title, phase]);

  return (
    <div ref={ref} className={classes.page}>
      <PageTitle lead={lead} above={step === undefined ? null : <Steps current={step} />}>
        {title}
      </PageTitle>
      {children}
    </div>
  );
}
