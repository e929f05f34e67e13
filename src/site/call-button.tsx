import { useEffect, useRef } from 'react';
import { telHref } from '../content/tel-href.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './site-frame.module.css';

/** On phones, a button above the bottom bar that calls admissions. It hides while it would cover a price or a control. */
export function CallButton({ phone }: { phone: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    // Loaded lazily, because the first paint does not need it.
    import('./make-way.ts')
      .then(({ makeWay }) => {
        if (link.current && !isGone) stop = makeWay(link.current);
      })
      .catch(() => {});
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
  return (
    <a href={telHref(phone)} ref={link} className={`screen-only ${classes.call}`}>
      <Icon name="phone" size={22} />
      <span className="visually-hidden">Call admissions</span>
    </a>
  );
}
