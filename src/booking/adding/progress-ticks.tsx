import classes from '../booking-page.module.css';

/**
 * One tick for each course of a package, filled from the left as batches are chosen. The text beside the ticks says the
 * same.
 */
export function ProgressTicks({ chosen, total }: { chosen: number; total: number }) {
  const ticks = Array.from({ length: total }, (_, index) => index);
  return (
    <svg className={`rigid ${classes.ticks}`} width={total * 14} height="10" aria-hidden="true" focusable="false">
      {ticks.map((tick) => (
        <rect
          key={tick}
          x={tick * 14 + 0.75}
          y="0.75"
          width="11"
          height="8.5"
          data-chosen={tick < chosen || undefined}
        />
      ))}
    </svg>
  );
}
