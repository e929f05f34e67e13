import type { CSSProperties, ReactNode } from 'react';
import classes from './messages.module.css';

type SkeletonProps = { width?: string; height?: string; shape?: 'line' | 'picture' | 'circle' };

/** Placeholder for something that is loading. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line' }: SkeletonProps) {
  const style: CSSProperties = shape === 'picture' ? { width } : { width, height };
  return <span className={classes.skeleton} data-shape={shape} style={style} aria-hidden="true" />;
}

type SkeletonGroupProps = {
  /**
   * What is loading, for screen readers; null if nothing is, for example because an error is shown beside the skeleton.
   */
  label: string | null;
  children: ReactNode;
  className?: string;
};

/** Groups skeletons and announces once to screen readers what is loading. */
export function SkeletonGroup({ label, children, className }: SkeletonGroupProps) {
  if (label === null) return <div className={className}>{children}</div>;
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
