import { type ReactNode, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import classes from './accordion-entry.module.css';

type AccordionEntryProps = {
  title: string;
  /** Beside the title. */
  label?: ReactNode;
  /** Below the title; shows while the entry is closed as well. */
  lead: ReactNode;
  children: ReactNode;
  /** Open from the start. */
  isOpen?: boolean;
};

/** One entry of an accordion: what matters at a glance is its head, the rest opens. */
export function AccordionEntry({ title, label, lead, children, isOpen = false }: AccordionEntryProps) {
  const [isUnfolded, setIsUnfolded] = useState(isOpen);
  return (
    <details
      className={classes.entry}
      open={isUnfolded}
      onToggle={({ currentTarget }) => setIsUnfolded(currentTarget.open)}
    >
      <summary>
        <span className={classes.head}>
          <h3>{title}</h3>
          {label}
        </span>
        <span className={classes.lead}>{lead}</span>
        <Icon name="chevronDown" className={classes.mark ?? ''} />
      </summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
