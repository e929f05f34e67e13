import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { moveAlongTabs } from './move-along-tabs.ts';
import classes from './tab-strip.module.css';

type TabStripProps<Key extends string> = {
  /** What the tabs are about, for those who listen. */
  label: string;
  tabs: ReadonlyArray<{ key: Key; label: string }>;
  open: Key;
  /** `even`: all fit a phone's width; `scrolling`: there may be more to the side. */
  look: 'even' | 'scrolling';
  /** Its name in the address; a strip within another's panel has one of its own. */
  param?: string;
  /** Hears of a press before the tab opens, and may prevent it. */
  onPress?: (event: MouseEvent<HTMLAnchorElement>, key: Key) => void;
  /** The open tab's panel. */
  children: ReactNode;
};

/** Address of a tab: the first needs no word. An outer strip's tabs forget what the inner one had open. */
function searchOf(param: string, key: string, place: number) {
  const chosen: Record<string, string> = place === 0 ? {} : { [param]: key };
  return ({ tab }: { tab?: string }) => (param === 'tab' || tab === undefined ? chosen : { tab, ...chosen });
}

/** Tabs with the panel of the open one. It stands in the address, `?tab=` if nothing else is said, but for the first. */
export function TabStrip<Key extends string>(props: TabStripProps<Key>) {
  const { label, tabs, open, look, param = 'tab', onPress, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`#${param}-${open}`);
    // Only sideways: the page itself must not move.
    if (chosen && list.current) list.current.scrollLeft = chosen.offsetLeft - 48;
  }, [open, param]);
  return (
    <div className={classes.tabs}>
      <div
        role="tablist"
        aria-label={label}
        className={classes.list}
        data-look={look}
        ref={list}
        onKeyDown={moveAlongTabs}
      >
        {tabs.map(({ key, label: name }, place) => (
          <Link
            key={key}
            to="."
            search={searchOf(param, key, place)}
            replace
            resetScroll={false}
            activeOptions={{ exact: true }}
            id={`${param}-${key}`}
            role="tab"
            className={classes.tab}
            onClick={(event) => onPress?.(event, key)}
            aria-selected={key === open}
            tabIndex={key === open ? 0 : -1}
            {...(key === open ? { 'aria-controls': `${param}-panel` } : {})}
          >
            {name}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={`${param}-panel`} aria-labelledby={`${param}-${open}`} className={classes.panel}>
        {children}
      </div>
    </div>
  );
}
