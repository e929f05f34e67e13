import classes from './compass-rose.module.css';

const bearings = Array.from({ length: 36 }, (_, step) => step * 10);

/** A decorative compass rose. `size` in CSS pixels. */
export function CompassRose({ size, className = '' }: { size: number; className?: string }) {
  return (
    <svg
      className={`rigid ${className}`}
      width={size}
      height={size}
      viewBox="-50 -50 100 100"
      aria-hidden="true"
      focusable="false"
    >
      <circle r="48" className={classes.ring} />
      <circle r="37" className={classes.ring} />
      <path className={classes.ring} d={bearings.map((angle) => tick(angle, angle % 30 === 0 ? 39.5 : 43)).join('')} />
      {[45, 135, 225, 315, 90, 180, 270, 0].map((angle) => (
        <g key={angle} transform={`rotate(${angle})`} className={angle === 0 ? classes.north : undefined}>
          <path className={classes.light} d={angle % 90 === 0 ? 'M0-36-5-5 0 0z' : 'M0-23-4-4 0 0z'} />
          <path className={classes.dark} d={angle % 90 === 0 ? 'M0-36 5-5 0 0z' : 'M0-23 4-4 0 0z'} />
        </g>
      ))}
    </svg>
  );
}

function tick(angle: number, inner: number): string {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const at = (radius: number) => `${(radius * sin).toFixed(1)} ${(-radius * cos).toFixed(1)}`;
  return `M${at(46)}L${at(inner)}`;
}
