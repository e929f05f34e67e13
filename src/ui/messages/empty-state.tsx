import type { ReactNode } from 'react';
import { CompassRose } from '../pictures/compass-rose.tsx';
import classes from './messages.module.css';

/** Shown when there is nothing to list. `title` says so; `children` and `action` say what to do instead. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={`stack left gap-3 ${classes.empty}`}>
      <CompassRose size={72} />
      <p className="strong">{title}</p>
      {children ? <p className="soft">{children}</p> : null}
      {action}
    </div>
  );
}
