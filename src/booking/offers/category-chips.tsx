import { Link } from '@tanstack/react-router';
import { type CategoryKey, categories } from '../../../contract/categories.ts';
import tabStrip from '../../ui/tabs/tab-strip.module.css';
import classes from '../booking-page.module.css';
import { filterLink } from './filter-offers.ts';

function Chip({ category, children }: { category?: CategoryKey; children: string }) {
  return (
    <li>
      <Link
        to="."
        search={filterLink({ category })}
        replace
        resetScroll={false}
        activeOptions={{ exact: true }}
        className={`touch small medium nowrap plain ${classes.chip}`}
      >
        {children}
      </Link>
    </li>
  );
}

/** Chips that filter the offers by one of their categories. */
export function CategoryChips({ categoryIds }: { categoryIds: readonly number[] }) {
  const chips = categories.filter(({ id }) => categoryIds.includes(id));
  if (chips.length < 2) return null;
  return (
    <ul className={`row gap-2 ${tabStrip.strip} ${classes.chips}`} aria-label="Category">
      <Chip>All</Chip>
      {chips.map(({ key, name }) => (
        <Chip key={key} category={key}>
          {name}
        </Chip>
      ))}
    </ul>
  );
}
