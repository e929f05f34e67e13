import { skeletonCards } from '../../contract/limits.ts';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import classes from './news-list.module.css';

/** Three cards in the size of what comes (document 2, section 9). `label` is null beside an error. */
export function NewsWaiting({ label }: { label: string | null }) {
  return (
    <SkeletonGroup label={label} className={classes.grid ?? ''}>
      {Array.from({ length: skeletonCards }, (_, place) => place).map((card) => (
        <div key={card} className={classes.waiting}>
          <Skeleton shape="picture" />
          <Skeleton width="35%" height="0.8rem" />
          <Skeleton width="85%" height="1.2rem" />
          <Skeleton width="70%" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
