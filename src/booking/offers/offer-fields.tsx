import { useNavigate } from '@tanstack/react-router';
import classes from '../booking-page.module.css';
import { countChoices, filterLink } from './filter-offers.ts';
import { type OfferFilter, readOfferFilter } from './offer-filter.ts';

const fields = {
  starts: {
    label: 'Starts by',
    options: [
      ['', 'Any date'],
      ['14', 'Within 2 weeks'],
      ['31', 'Within a month'],
      ['92', 'Within 3 months'],
    ],
  },
  duration: {
    label: 'Duration',
    options: [
      ['', 'Any duration'],
      ['3', 'Up to 3 days'],
      ['7', 'Up to a week'],
      ['31', 'Up to a month'],
      ['366', 'Up to a year'],
    ],
  },
  seats: {
    label: 'Seats',
    options: [
      ['', 'With or without seats'],
      ['1', 'Seats available'],
    ],
  },
  sort: {
    label: 'Sort by',
    options: [
      ['', 'Recommended'],
      ['next', 'Next batch'],
      ['fee', 'Fee, lowest first'],
      ['fee-high', 'Fee, highest first'],
      ['duration', 'Duration, shortest first'],
    ],
  },
} as const;

/** The fields of 'Filter and sort'. Each choice changes the URL. */
export function OfferFields({ filter }: { filter: OfferFilter }) {
  const navigate = useNavigate();
  const change = (changed: OfferFilter) =>
    void navigate({ to: '.', search: filterLink(changed), replace: true, resetScroll: false });
  return (
    <div className={classes.fields}>
      {(['starts', 'duration', 'seats', 'sort'] as const).map((name) => (
        <label key={name} className="stack shrink gap-1 small medium">
          {fields[name].label}
          <select
            className={classes.field}
            value={filter[name] ?? ''}
            onChange={({ target }) => change({ [name]: readOfferFilter({ [name]: target.value })[name] })}
          >
            {fields[name].options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {countChoices(filter) > 0 ? (
        <button
          type="button"
          className={`outline-button sea small ${classes.reset}`}
          onClick={({ currentTarget }) => {
            change({ starts: undefined, duration: undefined, seats: undefined, sort: undefined });
            // The Clear button disappears when the choices are cleared, so move the focus to the first field.
            currentTarget.parentElement?.querySelector('select')?.focus();
          }}
        >
          Clear
        </button>
      ) : null}
    </div>
  );
}
