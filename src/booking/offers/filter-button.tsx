import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Icon } from '../../ui/icons.tsx';
import classes from '../booking-page.module.css';
import { countChoices } from './filter-offers.ts';
import type { OfferFilter } from './offer-filter.ts';

const OfferFields = lazyPart(async () => ({ default: (await import('./offer-fields.tsx')).OfferFields }));

/** The button 'Filter and sort' with the number of choices made. Its fields are loaded when it is first pressed. */
export function FilterButton({ filter }: { filter: OfferFilter }) {
  const [isOpen, setIsOpen] = useState(false);
  const count = countChoices(filter);
  return (
    <details
      // If the student opened the `<details>` before hydration, its `toggle` event was lost, so check if it is open.
      ref={(element) => {
        if (element?.open) setIsOpen(true);
      }}
      className={`no-marker ${classes.filter}`}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={`outline-button sea small ${classes.reset}`}>
        Filter and sort{count > 0 ? ` (${count})` : ''}
        <Icon name="chevronDown" size={18} className={classes.mark} />
      </summary>
      {isOpen ? (
        <Suspense fallback={<div className={classes.fields} />}>
          <OfferFields filter={filter} />
        </Suspense>
      ) : null}
    </details>
  );
}
