import type { CSSProperties, ReactNode } from 'react';
import classes from './skeleton.module.css';

type SkeletonProps = { width?: string; height?: string; shape?: 'line' | 'picture' | 'circle' };

/** Stands where something will be, in its size. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line' }: SkeletonProps) {
  const style: CSSProperties = shape === 'picture' ? { width } : { width, height };
  return <span className={classes.bone} data-shape={shape} style={style} aria-hidden="true" />;
}

type SkeletonGroupProps = {
  /** What is loading; null where nothing is any more, such as beside an error. */
  label: string | null;
  children: ReactNode;
  className?: string;
};

/** Holds skeletons and says once, to those who listen, what is loading. */
export function SkeletonGroup({ label, children, className }: SkeletonGroupProps) {
  if (label === null) return <div className={className}>{children}</div>;
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
