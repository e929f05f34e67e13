import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './tab-strip.module.css';

type TabStripProps<Key extends string> = {
  /** What the tabs are about, for those who listen. */
  label: string;
  tabs: ReadonlyArray<{ key: Key; label: string }>;
  open: Key;
  /** `even`: all fit a phone's width; `scrolling`: there may be more to the side. */
  look: 'even' | 'scrolling';
  /** The open tab's panel. */
  children: ReactNode;
};

/** Arrow keys, Home and End go along the tabs and open them; the space bar opens, as it does on buttons. */
function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const here = tabs.findIndex((tab) => tab.matches(':focus'));
  const last = tabs.length - 1;
  const target: Record<string, number> = {
    ArrowRight: here === last ? 0 : here + 1,
    ArrowLeft: here === 0 ? last : here - 1,
    Home: 0,
    End: last,
    ' ': here,
  };
  const tab = tabs[target[event.key] ?? -1];
  if (!tab) return;
  event.preventDefault();
  tab.focus();
  tab.click();
}

const searchOf = (key: string, place: number): Record<string, string> => (place === 0 ? {} : { tab: key });

/** Tabs with the panel of the open one. It stands in the address as `?tab=`, but for the first. One strip a page. */
export function TabStrip<Key extends string>({ label, tabs, open, look, children }: TabStripProps<Key>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`#tab-${open}`);
    // Only sideways: the page itself must not move.
    if (chosen && list.current) list.current.scrollLeft = chosen.offsetLeft - 48;
  }, [open]);
  return (
    <div className={classes.tabs}>
      <div role="tablist" aria-label={label} className={classes.list} data-look={look} ref={list} onKeyDown={moveAlong}>
        {tabs.map(({ key, label: name }, place) => (
          <Link
            key={key}
            to="."
            search={searchOf(key, place)}
            replace
            resetScroll={false}
            activeOptions={{ exact: true }}
            id={`tab-${key}`}
            role="tab"
            className={classes.tab}
            aria-selected={key === open}
            tabIndex={key === open ? 0 : -1}
            {...(key === open ? { 'aria-controls': 'tab-panel' } : {})}
          >
            {name}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${open}`} className={classes.panel}>
        {children}
      </div>
    </div>
  );
}
