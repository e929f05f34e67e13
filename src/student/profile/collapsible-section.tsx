import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import classes from './profile-view.module.css';

/** From this width on, the profile page has two columns and all sections start open. */
const twoColumns = '(min-width: 62em)';

type CollapsibleSectionProps = {
  id: string;
  title: string;
  /** Whether this section starts open also on narrow screens, where the other sections start closed. */
  isFirst?: boolean;
  children: ReactNode;
};

/** A section that is opened and closed by its heading. */
export function CollapsibleSection({ id, title, isFirst = false, children }: CollapsibleSectionProps) {
  const [isOpen, setIsOpen] = useState(() => isFirst || window.matchMedia(twoColumns).matches);
  return (
    <section aria-labelledby={id} className="panel rounded">
      <h2>
        <button
          type="button"
          id={id}
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {title}
          <Icon name="chevronDown" className={`rigid sea ${classes.chevron}`} />
        </button>
      </h2>
      <div id={`${id}-panel`} className={classes.panel} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
