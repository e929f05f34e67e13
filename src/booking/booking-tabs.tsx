import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import type { BookingTab } from '../../contract/booking.ts';
import classes from './booking-tabs.module.css';

const tabs: ReadonlyArray<{ key: BookingTab; label: string }> = [
  { key: 'packages', label: 'Course Packages' },
  { key: 'individual', label: 'Individual Courses' },
];

/** Arrow keys go to the other tab and open it; the space bar opens, as it does on buttons. */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const isMove = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
  const target = links.find((link) => (link === document.activeElement) !== isMove);
  if (!target || (!isMove && event.key !== ' ')) return;
  event.preventDefault();
  target.focus();
  target.click();
}

/** The two tabs of Book Online; the open one stands in the address. */
export function BookingTabs({ tab, children }: { tab: BookingTab; children: ReactNode }) {
  return (
    <div className={classes.tabs}>
      <div role="tablist" aria-label="What to book" className={classes.list} onKeyDown={moveAlong}>
        {tabs.map(({ key, label }) => (
          <Link
            key={key}
            to="."
            search={key === 'packages' ? {} : { tab: key }}
            replace
            resetScroll={false}
            id={`tab-${key}`}
            role="tab"
            className={classes.tab}
            aria-selected={key === tab}
            activeOptions={{ exact: true }}
            tabIndex={key === tab ? 0 : -1}
            {...(key === tab ? { 'aria-controls': 'tab-panel' } : {})}
          >
            {label}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`} className={classes.panel}>
        {children}
      </div>
    </div>
  );
}
