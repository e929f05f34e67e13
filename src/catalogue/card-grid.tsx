import type { ReactNode } from 'react';
import { Skeleton, SkeletonGroup } from '../ui/messages/skeleton.tsx';
import classes from './card-grid.module.css';

/** A grid of cards in one to three columns, depending on the width. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={classes.grid}>{children}</ul>;
}

/**
 * Skeletons of cards. `cards`: how many; `label`: says what is loading, for screen readers; null while an error is
 * shown.
 */
export function CardGridSkeleton({ cards, label }: { cards: number; label: string | null }) {
  return (
    <SkeletonGroup label={label} className={classes.grid}>
      {Array.from({ length: cards }, (_, index) => index).map((card) => (
        <div key={card} className={`panel stack packed gap-3 p-3 ${classes.skeleton}`}>
          <Skeleton shape="picture" />
          <div className={`stack packed gap-2 ${classes.lines}`}>
            <Skeleton width="40%" height="0.8rem" />
            <Skeleton width="85%" height="1.2rem" />
          </div>
          <div className={`stack packed gap-4 full-row ${classes.facts}`}>
            <Skeleton width="55%" />
            <Skeleton width="75%" />
            <Skeleton width="35%" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
