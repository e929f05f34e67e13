import { type ReactNode, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import classes from './profile-view.module.css';

/** At this width and above, the profile page has two columns and all sections are open at first. */
const twoColumns = '(min-width: 62em)';

type CollapsibleSectionProps = {
  id: string;
  title: string;
  /** Whether this section is also open at first on narrow screens, where the other sections are closed at first. */
  isFirst?: boolean;
  children: ReactNode;
};

/** A section of the profile page. A press on its heading opens or closes it. */
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
