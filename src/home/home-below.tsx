import { useQuery } from '@tanstack/react-query';
import { contentQueries } from '../content/content.queries.ts';
import { AboutSection } from './about-section.tsx';
import classes from './home-page.module.css';
import { LatestNews } from './latest-news.tsx';
import { OffshoreSection } from './offshore-section.tsx';

/** What stands below Home's courses: the academy, its sister, and the newest posts. */
export function HomeBelow() {
  const { data } = useQuery(contentQueries.home());
  return (
    <div className={classes.below}>
      {data?.about ? <AboutSection about={data.about} /> : null}
      {data?.offshore ? <OffshoreSection offshore={data.offshore} /> : null}
      <LatestNews />
    </div>
  );
}
