import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import classes from '../student-area-page.module.css';

type AccordionEntryProps = {
  title: string;
  /** A short status beside the title of the entry. */
  label?: ReactNode;
  /** Content below the title. It is visible even while the entry is closed. */
  lead: ReactNode;
  children: ReactNode;
  /** Whether the accordion entry is open at first. */
  isOpen?: boolean;
};

/**
 * One entry of an accordion. Its title, label and lead are always visible; its other content is visible only while it
 * is open.
 */
export function AccordionEntry({ title, label, lead, children, isOpen = false }: AccordionEntryProps) {
  const [isExpanded, setIsExpanded] = useState(isOpen);
  return (
    <details
      className={`panel rounded no-marker ${classes.entry}`}
      open={isExpanded}
      onToggle={({ currentTarget }) => setIsExpanded(currentTarget.open)}
    >
      <summary>
        <span className={`row wrap middle shrink ${classes.head}`}>
          <h3 className="shrink anywhere">{title}</h3>
          {label}
        </span>
        <span className={`soft small anywhere ${classes.lead}`}>{lead}</span>
        <Icon name="chevronDown" className={classes.mark ?? ''} />
      </summary>
      <div className={`stack shrink ${classes.body}`}>{children}</div>
    </details>
  );
}
