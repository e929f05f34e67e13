import '../../../ui/controls.css';
import { TextInput } from '@mantine/core';
import { memo, useEffect, useMemo, useState } from 'react';
import { coursePath } from '../../../../contract/pages.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import { PlainLink } from '../../../ui/links/plain-link.tsx';
import { PriceTag } from '../../../ui/price-tag.tsx';
import { type CourseRow, findCourses, type SearchQuery, type SearchRow, toSearchRows } from '../course-search.ts';
import classes from './download-page.module.css';

/**
 * At most this many found courses are shown: as many as fit on the screen. The student can add another word to find
 * fewer.
 */
const maxShown = 8;

/** Parses the maximum duration or fee that the visitor typed; null if it is not a positive number. */
function toLimit(text: string): number | null {
  const limit = Number(text.replace(/[^\d.]/g, ''));
  return text.trim() !== '' && limit > 0 ? limit : null;
}

function resultText(found: number): string {
  if (found === 0) return 'No saved course matches. Try fewer words or higher limits.';
  return found > maxShown
    ? `${found} courses; the first ${maxShown} are shown.`
    : `${found} ${found === 1 ? 'course' : 'courses'}`;
}

/** A course in the search results. Memoised, since most keystrokes leave most of the results unchanged. */
const FoundCourse = memo(({ row }: { row: CourseRow }) => (
  <li>
    <PlainLink href={coursePath({ id: row.id, meta_text: row.slug })}>{row.name}</PlainLink>
    <span className={`soft small ${classes.facet}`}>
      {row.code} · {formatDuration(row.duration, row.unit)} ·{' '}
      <PriceTag price={row.price ?? { main: row.fee }} isBrief />
    </span>
  </li>
));

type FoundCoursesProps = { rows: readonly SearchRow[]; query: SearchQuery };

/** The search results. They are rendered again only when the query or the saved courses change. */
const FoundCourses = memo(({ rows, query }: FoundCoursesProps) => {
  const found = useMemo(() => findCourses(rows, query), [rows, query]);
  return (
    <>
      <p role="status">{resultText(found.length)}</p>
      <ul className={classes.found}>
        {found.slice(0, maxShown).map((row) => (
          <FoundCourse key={row.id} row={row} />
        ))}
      </ul>
    </>
  );
});

const words = { type: 'search' } as const;
const number = { inputMode: 'numeric' } as const;

type FieldProps = { label: string; onText: (text: string) => void; kind: typeof words | typeof number };

/** A field of the search. It is uncontrolled, so that a keystroke does not render the fields again. */
const Field = memo(({ label, onText, kind }: FieldProps) => (
  <TextInput label={label} onChange={(event) => onText(event.currentTarget.value)} {...kind} />
));

type SavedSearchProps = { readRows: () => Promise<CourseRow[]> };

/** Searches the saved courses on the device by words, maximum duration and maximum fee. */
export function SavedSearch({ readRows }: SavedSearchProps) {
  const [rows, setRows] = useState<SearchRow[]>([]);
  const [text, setText] = useState('');
  const [days, setDays] = useState('');
  const [fee, setFee] = useState('');
  useEffect(() => {
    let isMounted = true;
    void readRows().then((found) => isMounted && setRows(toSearchRows(found)));
    return () => {
      isMounted = false;
    };
  }, [readRows]);
  // `useDeferredValue` would not help: the search itself takes only a small part of an update, and a second render
  // would cost one more frame.
  const query = useMemo(() => ({ text, maxDays: toLimit(days), maxFee: toLimit(fee) }), [text, days, fee]);
  return (
    <section aria-labelledby="saved-search" className="stack gap-4">
      <h2 id="saved-search">Search saved courses</h2>
      <Field label="Course, code, category or tag" onText={setText} kind={words} />
      <div className={`stack gap-3 ${classes.limits}`}>
        <Field label="Maximum duration in days" onText={setDays} kind={number} />
        <Field label="Maximum fee in rupees" onText={setFee} kind={number} />
      </div>
      <FoundCourses rows={rows} query={query} />
    </section>
  );
}
