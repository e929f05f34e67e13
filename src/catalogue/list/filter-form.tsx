import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { type CourseFilter, readFilter } from './course-filter.ts';
import classes from './filter-form.module.css';

/** Milliseconds from the last keystroke in the search box to the update of the URL. */
const debounceMs = 250;

type Choice = readonly [value: string, label: string];
const choices: Record<'duration' | 'fee' | 'mode' | 'sort', { label: string; options: readonly Choice[] }> = {
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
  fee: {
    label: 'Fee',
    options: [
      ['', 'Any fee'],
      ['5000', 'Up to ₹5,000'],
      ['15000', 'Up to ₹15,000'],
      ['50000', 'Up to ₹50,000'],
      ['200000', 'Up to ₹2,00,000'],
    ],
  },
  mode: {
    label: 'Mode',
    options: [
      ['', 'Any mode'],
      ['onsite', 'On campus'],
      ['blended', 'With e-learning'],
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
};

function Selector({ name, filter }: { name: keyof typeof choices; filter: CourseFilter }) {
  const { label, options } = choices[name];
  return (
    <label className="stack shrink gap-1 small medium">
      {label}
      <select name={name} defaultValue={filter[name] ?? ''} className={classes.select}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function emptyFields(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = false;
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = '';
  }
}

const readForm = (form: HTMLFormElement) => readFilter(Object.fromEntries(new FormData(form)));

/**
 * Filters and sort order of a category page. Each change updates the URL; without JavaScript the form is submitted to
 * the server.
 */
export function FilterForm({ filter, path }: { filter: CourseFilter; path: string }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { q, ...collapsed } = filter;
  const setCount = Object.keys(collapsed).length;
  // The collapsible filter is open at first if one of its fields is set. After that only the student opens and closes
  // it.
  const [isInitiallyOpen] = useState(setCount > 0);
  const isCleared = Object.keys(filter).length === 0;
  useEffect(() => () => clearTimeout(debounce.current), []);
  const applyFilter = (filled: HTMLFormElement) => {
    clearTimeout(debounce.current);
    const search: Record<string, string | number> = readForm(filled);
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  };
  const applyEarlyInput = useEffectEvent(() => {
    const filled = form.current;
    const known: Record<string, unknown> = filter;
    if (filled && Object.entries(readForm(filled)).some(([name, value]) => value !== known[name])) applyFilter(filled);
  });
  // Apply what was typed and chosen before the scripts of the page had loaded.
  useEffect(() => applyEarlyInput(), []);
  // A link can remove the filter from the URL. The form's fields are uncontrolled and do not follow the URL, so clear
  // them.
  const wasCleared = useRef(isCleared);
  useEffect(() => {
    if (isCleared && !wasCleared.current && form.current) emptyFields(form.current);
    wasCleared.current = isCleared;
  }, [isCleared]);

  const handleChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    clearTimeout(debounce.current);
    const isTyping = target instanceof HTMLInputElement && target.type === 'search';
    if (isTyping) debounce.current = setTimeout(applyFilter, debounceMs, currentTarget);
    else applyFilter(currentTarget);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    applyFilter(event.currentTarget);
  };
  return (
    <form
      ref={form}
      action={path}
      aria-label="Filter courses"
      className={`stack gap-2 screen-only ${classes.form}`}
      onChange={handleChange}
      onSubmit={submit}
    >
      <label className="stack shrink gap-1 small medium">
        Search in this category
        <input
          type="search"
          name="q"
          defaultValue={q ?? ''}
          maxLength={200}
          className={`fill surface ink ${classes.input}`}
        />
      </label>
      <details className={classes.more} open={isInitiallyOpen}>
        <summary className={`outline-button sea small ${classes.toggle}`}>
          Filter and sort
          {setCount > 0 ? (
            <span className={classes.count}>
              {setCount}
              <span className="visually-hidden"> chosen</span>
            </span>
          ) : null}
          <Icon name="chevronDown" size={18} />
        </summary>
        <div className={classes.fields}>
          <Selector name="duration" filter={filter} />
          <Selector name="fee" filter={filter} />
          <Selector name="mode" filter={filter} />
          <Selector name="sort" filter={filter} />
          <label className={classes.check}>
            <input type="checkbox" name="seats" value="1" defaultChecked={filter.seats === 1} />
            Seats available
          </label>
        </div>
      </details>
      <button type="submit" className={`self-left sea ${classes.submit}`}>
        Show courses
      </button>
    </form>
  );
}
