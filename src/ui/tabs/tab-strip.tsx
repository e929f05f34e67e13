import { Link } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { moveAlongTabs } from './move-along-tabs.ts';
import classes from './tab-strip.module.css';

type TabStripProps<Key extends string> = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: ReadonlyArray<{ key: Key; label: string }>;
  open: Key;
  /** Layout of the tabs. `even`: they share the width equally; `scrolling`: they can be scrolled sideways. */
  look: 'even' | 'scrolling';
  /** Name of the search parameter that holds the open tab. Nested tabs need a name of their own. Default: `tab`. */
  param?: string;
  /** Called before a pressed tab opens. Call `preventDefault` to keep it from opening. */
  onPress?: (event: MouseEvent<HTMLAnchorElement>, key: Key) => void;
  /** Content of the open tab. */
  children: ReactNode;
};

/**
 * Returns a function that computes the search parameters with which a tab is open. The first tab needs none. Opening an
 * outer tab (parameter `tab`) drops the parameter of the nested tabs; opening a nested tab keeps `tab`.
 */
function searchOf(param: string, key: string, index: number) {
  const chosen: Record<string, string> = index === 0 ? {} : { [param]: key };
  return ({ tab }: { tab?: string }) => (param === 'tab' || tab === undefined ? chosen : { tab, ...chosen });
}

/** Tabs with the panel of the open tab. The URL holds which tab is open. */
export function TabStrip<Key extends string>(props: TabStripProps<Key>) {
  const { label, tabs, open, look, param = 'tab', onPress, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`#${param}-${open}`);
    // Set scrollLeft of the tab list, because `scrollIntoView` would scroll the page too.
    if (chosen && list.current) list.current.scrollLeft = chosen.offsetLeft - 48;
  }, [open, param]);
  return (
    <div className="stack packed shrink gap-5">
      <div
        role="tablist"
        aria-label={label}
        className={`row relative ${classes.list}`}
        data-look={look}
        ref={list}
        onKeyDown={moveAlongTabs}
      >
        {tabs.map(({ key, label: name }, index) => (
          <Link
            key={key}
            to="."
            search={searchOf(param, key, index)}
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
      <div role="tabpanel" id={`${param}-panel`} aria-labelledby={`${param}-${open}`} className="shrink">
        {children}
      </div>
    </div>
  );
}
