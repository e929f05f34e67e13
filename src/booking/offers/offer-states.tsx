import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import classes from '../booking-page.module.css';

const cards = [0, 1, 2, 3];

/** Placeholders as large as offer cards. */
export function OfferLoading() {
  return (
    <SkeletonGroup label="Courses and packages are loading" className="stack gap-3 mt-2">
      {cards.map((card) => (
        <div key={card} className={classes.card} data-loading>
          <div className={classes.picture}>
            <Skeleton shape="picture" />
          </div>
          <div className="stack packed shrink gap-1">
            <Skeleton width="80%" height="1.25rem" />
            <Skeleton width="45%" />
            <Skeleton width="35%" />
          </div>
          <Skeleton height="6.5rem" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
