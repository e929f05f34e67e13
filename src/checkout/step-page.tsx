import '../ui/controls.css';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { PageTitle } from '../ui/page/page-title.tsx';
import classes from './checkout.module.css';
import { useCheckout } from './checkout-context.ts';

const steps = ['Details', 'Review', 'Payment'] as const;

function Steps({ current }: { current: number }) {
  return (
    <ol className={`row soft small ${classes.steps}`} aria-label="Steps of your booking">
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < current || undefined}
          {...(index === current ? { 'aria-current': 'step' } : {})}
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
  /**
   * Identifies what the screen shows. When `phase` changes, the element with `data-arrival` (a notice) gets the focus
   * or, if there is none, the heading.
   */
  phase?: string;
  children: ReactNode;
};

/**
 * A checkout screen. When its heading or `phase` changes, the heading or a notice takes the focus and the page scrolls
 * to the top.
 */
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

/** The link that leaves checkout and leads back to the cart, which stays unchanged. */
export function LeaveButton() {
  const { send } = useCheckout();
  return (
    <Button variant="subtle" onClick={() => send({ type: 'checkout.leave' })}>
      Back to cart
    </Button>
  );
}
