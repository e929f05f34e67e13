import '../../ui/controls.css';
import { TextInput } from '@mantine/core';
import { memo, useEffect, useMemo, useState } from 'react';
import { coursePath } from '../../../contract/pages.ts';
import { formatDuration, formatPrice } from '../../lib/format.ts';
import { PlainLink } from '../../ui/plain-link.tsx';
import { type CourseRow, type CourseWish, findCourses, type SearchRow, toSearch } from './course-search.ts';
import classes from './voyage-page.module.css';

/** So many fit a look; a word more finds the rest. */
const shown = 8;

/** A limit as it was typed; null where it is none. */
function toLimit(text: string): number | null {
  const limit = Number(text.replace(/[^\d.]/g, ''));
  return text.trim() !== '' && limit > 0 ? limit : null;
}

function told(found: number): string {
  if (found === 0) return 'No saved course has all of these. Try fewer words, or raise the limits.';
  return found > shown
    ? `${found} courses; the first ${shown} are shown.`
    : `${found} ${found === 1 ? 'course' : 'courses'}`;
}

/** Memo: most keys leave most of the list as it is. */
const FoundCourse = memo(({ row }: { row: CourseRow }) => (
  <li>
    <PlainLink href={coursePath({ id: row.id, meta_text: row.slug })}>{row.name}</PlainLink>
    <span className={classes.facet}>
      {row.code} · {formatDuration(row.duration, row.unit)} · {formatPrice(row.fee)}
    </span>
  </li>
));

type FoundCoursesProps = { rows: readonly SearchRow[]; wish: CourseWish };

/** What the search found; drawn anew only where something else is looked for. */
const FoundCourses = memo(({ rows, wish }: FoundCoursesProps) => {
  const found = useMemo(() => findCourses(rows, wish), [rows, wish]);
  return (
    <>
      <p role="status" className={classes.numbers}>
        {told(found.length)}
      </p>
      <ul className={classes.found}>
        {found.slice(0, shown).map((row) => (
          <FoundCourse key={row.id} row={row} />
        ))}
      </ul>
    </>
  );
});

/** Fields are of the page's first screen. */
const kept = { 'data-first-view': '' };
const words = { type: 'search' } as const;
const number = { inputMode: 'numeric' } as const;

type FieldProps = { label: string; onText: (text: string) => void; kind: typeof words | typeof number };

/** Keeps its own text: a key draws no field anew. */
const Field = memo(({ label, onText, kind }: FieldProps) => (
  <TextInput label={label} onChange={(event) => onText(event.currentTarget.value)} wrapperProps={kept} {...kind} />
));

type SavedSearchProps = { readRows: () => Promise<CourseRow[]> };

/** Looks through the saved courses on the device itself: by words, longest duration and highest fee. */
export function SavedSearch({ readRows }: SavedSearchProps) {
  const [rows, setRows] = useState<SearchRow[]>([]);
  const [text, setText] = useState('');
  const [days, setDays] = useState('');
  const [fee, setFee] = useState('');
  useEffect(() => {
    let isHere = true;
    void readRows().then((found) => isHere && setRows(toSearch(found)));
    return () => {
      isHere = false;
    };
  }, [readRows]);
  // Not deferred: the search itself is the least of it, and a second drawing would cost a frame more.
  const wish = useMemo(() => ({ text, mostDays: toLimit(days), mostFee: toLimit(fee) }), [text, days, fee]);
  return (
    <section aria-labelledby="voyage-search" className={classes.part}>
      <h2 id="voyage-search" data-first-view="">
        Search what is saved
      </h2>
      <Field label="Course, code, category or tag" onText={setText} kind={words} />
      <div className={classes.limits}>
        <Field label="Longest, in days" onText={setDays} kind={number} />
        <Field label="Up to, in rupees" onText={setFee} kind={number} />
      </div>
      <FoundCourses rows={rows} wish={wish} />
    </section>
  );
}
