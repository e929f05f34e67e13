import type { CmsPage } from '../../../../contract/cms.ts';
import classes from '../content-page.module.css';

/** Figures about the academy, such as its number of berths, with labels. */
export function PageFacts({ facts }: { facts: NonNullable<CmsPage['facts']> }) {
  return (
    <dl className={classes.facts} aria-label="In figures">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
