import type { ReactNode } from 'react';
import { moveAlongTabs } from '../../../ui/tabs/move-along-tabs.ts';
import strip from '../../../ui/tabs/tab-strip.module.css';
import { type ProfileTabKey, profileTabs } from '../profile-fields.ts';
import classes from './profile-form.module.css';

type FormTabsProps = {
  open: ProfileTabKey;
  /** For each tab, the number of errors in its fields. */
  errorCounts: Record<ProfileTabKey, number>;
  onOpen: (tab: ProfileTabKey) => void;
  panels: Record<ProfileTabKey, ReactNode>;
  /** Whether the fields and buttons in the panels are disabled. The tabs can still be opened. */
  isDisabled: boolean;
  /** Content shown between the tabs and the open panel. */
  children?: ReactNode;
};

/**
 * The tabs of the profile form. All panels stay mounted, so that nothing typed is lost. A tab with errors shows how
 * many there are.
 */
export function FormTabs({ open, errorCounts, onOpen, panels, isDisabled, children }: FormTabsProps) {
  return (
    <>
      <div
        role="tablist"
        aria-label="Sections of your profile"
        className={`row relative ${strip.list}`}
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
            {errorCounts[key] > 0 ? (
              <span className={classes.mark}>
                {errorCounts[key]} <span className="visually-hidden">to correct</span>
              </span>
            ) : null}
          </button>
        ))}
      </div>
      {/* While the fields are disabled, the keyboard can scroll the panels only if their container has the focus. */}
      <div className={`row gap-5 grow ${classes.scroll}`} {...(isDisabled ? { tabIndex: 0 } : {})}>
        {children}
        <fieldset role="presentation" className={`shrink ${classes.panels}`} disabled={isDisabled}>
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
        </fieldset>
      </div>
    </>
  );
}
