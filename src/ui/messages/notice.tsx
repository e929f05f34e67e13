import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import classes from './messages.module.css';

/** Tone of a notice. `waiting`: something is in progress or waits for the connection. `plain`: neutral information. */
export type NoticeTone = 'plain' | 'success' | 'error' | 'waiting';

const icons: Record<NoticeTone, IconName> = { plain: 'compass', success: 'check', error: 'warning', waiting: 'clock' };

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /**
   * `alert`: screen readers announce the notice at once; `status`: when they are idle. Leave the role out if the notice
   * is on the page from the start.
   */
  role?: 'alert' | 'status';
};

/** A message with an icon, so that its tone does not depend on colour alone. */
export function Notice({ tone = 'plain', title, children, action, role }: NoticeProps) {
  return (
    <div className={`row gap-3 ${classes.notice}`} data-tone={tone} {...(role ? { role } : {})}>
      <Icon name={icons[tone]} className={classes.icon} />
      <div className="stack shrink gap-1">
        {title ? <p className="strong">{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {action ? <div className="mt-2">{action}</div> : null}
      </div>
    </div>
  );
}
