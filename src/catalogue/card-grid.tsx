import type { ReactNode } from 'react';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import classes from './card-grid.module.css';

/** One to three columns of cards. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>;
}

/** As many card shapes as will come. `label` says what is loading; null beside an error. */
export function CardGridWaiting({ cards, label }: { cards: number; label: string | null }) {
  return (
    <SkeletonGroup label={label} className={classes.grid}>
      {Array.from({ length: cards }, (_, place) => place).map((card) => (
        <div key={card} className={classes.waiting}>
          <Skeleton shape="picture" />
          <div className={classes.lines}>
            <Skeleton width="40%" height="0.8rem" />
            <Skeleton width="85%" height="1.2rem" />
          </div>
          <div className={classes.facts}>
            <Skeleton width="55%" />
            <Skeleton width="75%" />
            <Skeleton width="35%" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
