import type { SavedVoyage } from '../../../machines/voyage.types.ts';
import { formatInstant } from '../../lib/format.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import classes from './voyage-page.module.css';

/** What is on the device, since when, and how big it is. */
export function VoyageSummary({ saved }: { saved: SavedVoyage }) {
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
    <section aria-labelledby="voyage-saved" className={classes.part}>
      <h2 id="voyage-saved">On this device</h2>
      <dl className={classes.facts}>
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
