import type { Home } from '../../contract/content.ts';
import { paths } from '../../contract/pages.ts';
import { useLowData } from '../lib/low-data.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import { CompassRose } from '../ui/pictures/compass-rose.tsx';
import { ContourBackdrop } from '../ui/pictures/contour-backdrop.tsx';
import classes from './home-page.module.css';

/** The approvals of the academy with their badges. In low-data mode the badges are left out. */
function Approvals({ approvals }: Pick<Home['hero'], 'approvals'>) {
  const isLowDataMode = useLowData() !== null;
  return (
    <ul className={`stack gap-2 mt-2 ${classes.approvals}`}>
      {approvals.map(({ label, imageUrl }) => (
        <li className="row middle gap-3 tiny" key={label}>
          {isLowDataMode ? null : <img src={imageUrl} alt="" width="56" height="56" />}
          <span>{label}</span>
        </li>
      ))}
    </ul>
  );
}

/** The top of Home. Its two buttons are shown even while its content loads. */
export function HomeHero({ hero, fallbackTitle }: { hero: Home['hero'] | null; fallbackTitle: string }) {
  return (
    <section className={`stack line-below clip ${classes.hero}`} data-first-screen={hero ? '' : undefined}>
      <div className={`line-below surface relative clip ${classes.chart}`}>
        <ContourBackdrop />
        <CompassRose size={280} className={classes.rose ?? ''} />
      </div>
      <div className={`stack left gap-4 ${classes.words}`}>
        <h1>{hero?.title ?? fallbackTitle}</h1>
        {hero ? <p className={classes.lead}>{hero.text}</p> : null}
        <div className={`row wrap fill gap-3 ${classes.buttons}`}>
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
