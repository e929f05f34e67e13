import { useEffect, useRef } from 'react';
import { telHref } from '../content/tel-href.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './floating-call-button.module.css';
import { makeWay } from './make-way.ts';

/**
 * The button of `CallButton`, which calls the admissions office. It hides while it would cover a price or a control of
 * the page.
 */
export function FloatingCallButton({ phone }: { phone: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => (link.current ? makeWay(link.current) : undefined), []);
  return (
    <a href={telHref(phone)} ref={link} className={`screen-only ${classes.call}`}>
      <Icon name="phone" size={22} />
      <span className="visually-hidden">Call admissions</span>
    </a>
  );
}
