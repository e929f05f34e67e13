import classes from './compass-rose.module.css';

const bearings = Array.from({ length: 36 }, (_, step) => step * 10);

/** A compass rose, north in signal orange. `size` in CSS pixels. */
export function CompassRose({ size, className = '' }: { size: number; className?: string }) {
  return (
    <svg
      className={`${classes.rose} ${className}`}
      width={size}
      height={size}
      viewBox="-50 -50 100 100"
      aria-hidden="true"
      focusable="false"
    >
      <circle r="48" className={classes.ring} />
      <circle r="37" className={classes.ring} />
      <path className={classes.ring} d={bearings.map((angle) => tick(angle, angle % 30 === 0 ? 39.5 : 43)).join('')} />
      <path className={classes.minor} d="M0 0 16-16 5-4zM0 0l16 16-11-4zM0 0l-16 16 4-12zM0 0l-16-16 11 4z" />
      <path className={classes.dark} d="M0 0V36l5-31zM0 0h36L5-5zM0 0h-36l31 5z" />
      <path className={classes.light} d="M0 0V36L-5 5zM0 0h36L5 5zM0 0h-36l31-5z" />
      <path className={classes.north} d="M0-36 5-5 0 0l-5-5z" />
    </svg>
  );
}

function tick(angle: number, inner: number): string {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const at = (radius: number) => `${(radius * sin).toFixed(1)} ${(-radius * cos).toFixed(1)}`;
  return `M${at(46)}L${at(inner)}`;
}
