import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';
import classes from './notice.module.css';

/** `wrong` is port, `right` is starboard, `waiting` is under way, `plain` tells. */
export type NoticeTone = 'plain' | 'right' | 'wrong' | 'waiting';

const icons: Record<NoticeTone, IconName> = { plain: 'compass', right: 'check', wrong: 'warning', waiting: 'clock' };

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** `alert` for what needs attention now, `status` for what may wait; leave out for what was there from the start. */
  role?: 'alert' | 'status';
};

/** A block that says something, with an icon, so that colour never speaks alone. */
export function Notice({ tone = 'plain', title, children, action, role }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} {...(role ? { role } : {})}>
      <Icon name={icons[tone]} className={classes.icon} />
      <div className={classes.text}>
        {title ? <p className={classes.title}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {action ? <div className={classes.action}>{action}</div> : null}
      </div>
    </div>
  );
}
