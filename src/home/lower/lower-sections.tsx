import { useQuery } from '@tanstack/react-query';
import { contentQueries } from '../../content/content.queries.ts';
import classes from '../home-page.module.css';
import { AboutSection } from './about-section.tsx';
import { LatestNews } from './latest-news.tsx';
import { OffshoreSection } from './offshore-section.tsx';

/** The sections of Home below the courses. */
export function LowerSections() {
  const { data } = useQuery(contentQueries.home());
  return (
    <div className={classes.lowerSections}>
      {data?.about ? <AboutSection about={data.about} /> : null}
      {data?.offshore ? <OffshoreSection offshore={data.offshore} /> : null}
      <LatestNews />
    </div>
  );
}
