import { nearlyFullSeats } from '../../contract/limits.ts';
import classes from './seat-count.module.css';

const marks = Array.from({ length: nearlyFullSeats }, (_, index) => index);

/** Shows how many seats are free. If few are left, also draws them as small bars. */
export function SeatCount({ seats }: { seats: number }) {
  if (seats === 0) return <span className="soft strong">Full</span>;
  if (seats > nearlyFullSeats)
    return <span className={`middle gap-1-5 ink nowrap ${classes.seats}`}>{seats} seats left</span>;
  return (
    <span className={`middle gap-1-5 ink nowrap ${classes.seats}`} data-few>
      <svg width={nearlyFullSeats * 7} height="12" aria-hidden="true" focusable="false">
        {marks.map((seat) => (
          <rect key={seat} x={seat * 7 + 0.75} y="0.75" width="4" height="10.5" data-taken={seat >= seats} />
        ))}
      </svg>
      Only {seats} {seats === 1 ? 'seat' : 'seats'} left
    </span>
  );
}
