import type { ProfileCompletion, ProfileGap } from './profile-completion.ts';
import classes from './profile-view.module.css';

type CompletionCardProps = {
  completion: ProfileCompletion;
  /** Whether the profile can be edited now. Offline it cannot: missing items are then shown as text, not as buttons. */
  canFill: boolean;
  onFill: (gap: ProfileGap) => void;
};

/**
 * Shows how complete the profile is and what is missing. Each missing item is a button that opens the field to fill in.
 */
export function CompletionCard({ completion: { percent, gaps }, canFill, onFill }: CompletionCardProps) {
  return (
    <div className="stack shrink gap-2">
      <p id="completion" className={`soft small ${classes.title}`}>
        Profile <strong>{percent}%</strong> complete
      </p>
      <progress className={`fill clip ${classes.bar}`} max={100} value={percent} aria-labelledby="completion" />
      {gaps.length > 0 ? (
        <details className={classes.missing}>
          <summary>{gaps.length === 1 ? '1 thing is missing' : `${gaps.length} things are missing`}</summary>
          <ul className="row wrap gap-x-5">
            {gaps.map((gap) => (
              <li key={`${gap.tab} ${gap.label}`}>
                {canFill ? (
                  <button type="button" className={classes.gap} onClick={() => onFill(gap)}>
                    {gap.label}
                  </button>
                ) : (
                  gap.label
                )}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
