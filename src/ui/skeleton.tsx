import type { CSSProperties, ReactNode } from 'react';
import classes from './skeleton.module.css';

type SkeletonProps = { width?: string; height?: string; shape?: 'line' | 'picture' | 'circle' };

/** Stands where something will be, in its size. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line' }: SkeletonProps) {
  const style: CSSProperties = shape === 'picture' ? { width } : { width, height };
  return <span className={classes.bone} data-shape={shape} style={style} aria-hidden="true" />;
}

/** Holds skeletons and says once, to those who listen, what is loading. */
export function SkeletonGroup({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
