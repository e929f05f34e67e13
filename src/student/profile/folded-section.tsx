import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import classes from './folded-section.module.css';

/** Where the sections stand beside a second column, there is room for all of them. */
const roomy = '(min-width: 62em)';

type FoldedSectionProps = {
  id: string;
  title: string;
  /** On a phone one is open at first, on a desktop all are. */
  isFirst?: boolean;
  children: ReactNode;
};

/** A section that its heading opens and closes. */
export function FoldedSection({ id, title, isFirst = false, children }: FoldedSectionProps) {
  const [isOpen, setIsOpen] = useState(() => isFirst || window.matchMedia(roomy).matches);
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 className={classes.heading}>
        <button
          type="button"
          id={id}
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {title}
          <Icon name="chevronDown" className={classes.chevron} />
        </button>
      </h2>
      <div id={`${id}-panel`} className={classes.panel} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
