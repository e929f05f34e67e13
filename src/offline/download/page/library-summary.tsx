import type { SavedLibrary } from '../../../../machines/library-download.machine.ts';
import { formatInstant } from '../../../lib/format/format.ts';
import { formatBytes } from '../../../lib/format/format-bytes.ts';
import classes from './download-page.module.css';

/** Shows what is saved on the device, its size and its age. */
export function LibrarySummary({ saved }: { saved: SavedLibrary }) {
  const { items, hasPictures } = saved;
  const rows: Array<[label: string, text: string]> = [
    ['Courses', String(items.courses)],
    ['Pages, lists and policies', String(items.pages)],
    ['Posts', String(items.news)],
    ['Pictures', hasPictures ? String(items.pictures) : 'not saved'],
    ['Size', formatBytes(saved.bytes)],
    ['As of', formatInstant(saved.since)],
  ];
  return (
    <section aria-labelledby="library-summary" className="stack gap-4">
      <h2 id="library-summary">On this device</h2>
      <dl className={`stack gap-4 terms ${classes.facts}`}>
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
