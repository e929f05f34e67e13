import type { Home } from '../../contract/content.ts';
import { paths } from '../../contract/pages.ts';
import { useLowData } from '../lib/low-data.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { CompassRose } from '../ui/compass-rose.tsx';
import { ContourBackdrop } from '../ui/contour-backdrop.tsx';
import classes from './home-hero.module.css';

/** The approvals of the academy: badge and words; where data is spared, words. */
function Approvals({ approvals }: Pick<Home['hero'], 'approvals'>) {
  const isSparing = useLowData() !== null;
  return (
    <ul className={classes.approvals}>
      {approvals.map(({ label, imageUrl }) => (
        <li key={label}>
          {isSparing ? null : <img src={imageUrl} alt="" width="56" height="56" />}
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}

/** Opens Home; its two ways on need no content, so they are there whatever loads. */
export function HomeHero({ hero, fallbackTitle }: { hero: Home['hero'] | null; fallbackTitle: string }) {
  return (
    <section className={classes.hero} data-first-view={hero ? '' : undefined}>
      <div className={classes.chart}>
        <ContourBackdrop />
        <CompassRose size={280} className={classes.rose ?? ''} />
      </div>
      <div className={classes.words}>
        <h1>{hero?.title ?? fallbackTitle}</h1>
        {hero ? <p className={classes.lead}>{hero.text}</p> : null}
        <div className={classes.ways}>
          <ActionLink href={paths.bookOnline}>Book Online</ActionLink>
          <ActionLink href={paths.coursesList} look="outline">
            Explore Courses
          </ActionLink>
        </div>
        {hero ? <Approvals approvals={hero.approvals} /> : null}
      </div>
    </section>
  );
}
