import type { ReactNode } from 'react';
import { moveAlongTabs } from '../../ui/move-along-tabs.ts';
import strip from '../../ui/tab-strip.module.css';
import { type ProfileTabKey, profileTabs } from './profile-fields.ts';
import classes from './profile-form.module.css';

type FormTabsProps = {
  open: ProfileTabKey;
  /** How many fields of each tab are to correct. */
  faults: Record<ProfileTabKey, number>;
  onOpen: (tab: ProfileTabKey) => void;
  panels: Record<ProfileTabKey, ReactNode>;
  /** What stands between the tabs and the open panel. */
  children?: ReactNode;
};

/** Tabs of the form. All panels stay, so that nothing typed in one is lost while another is open; a tab with faults is marked. */
export function FormTabs({ open, faults, onOpen, panels, children }: FormTabsProps) {
  return (
    <>
      <div
        role="tablist"
        aria-label="Parts of your details"
        className={strip.list}
        data-look="even"
        onKeyDown={moveAlongTabs}
      >
        {profileTabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`profile-tab-${key}`}
            className={`${strip.tab} ${classes.tab}`}
            aria-selected={key === open}
            aria-controls={`profile-panel-${key}`}
            tabIndex={key === open ? 0 : -1}
            onClick={() => onOpen(key)}
          >
            {label}{' '}
            {faults[key] > 0 ? (
              <span className={classes.mark}>
                {faults[key]} <span className="visually-hidden">to correct</span>
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div className={classes.scroll}>
        {children}
        {profileTabs.map(({ key }) => (
          <div
            key={key}
            role="tabpanel"
            id={`profile-panel-${key}`}
            aria-labelledby={`profile-tab-${key}`}
            className={classes.panel}
            hidden={key !== open}
          >
            {panels[key]}
          </div>
        ))}
      </div>
    </>
  );
}
