import classes from './completion-card.module.css';
import type { ProfileCompletion, ProfileGap } from './profile-completion.ts';

type CompletionCardProps = {
  completion: ProfileCompletion;
  /** Why nothing can be filled in now; null where it can. */
  hindrance: string | null;
  onFill: (gap: ProfileGap) => void;
};

/** How complete the profile is, and what is missing, each with the way to its field. */
export function CompletionCard({ completion: { percent, gaps }, hindrance, onFill }: CompletionCardProps) {
  return (
    <div className={classes.card}>
      <p id="completion" className={classes.title}>
        Profile <strong>{percent}%</strong> complete
      </p>
      <progress className={classes.bar} max={100} value={percent} aria-labelledby="completion" />
      {gaps.length > 0 ? (
        <details className={classes.missing}>
          <summary>{gaps.length === 1 ? '1 thing is missing' : `${gaps.length} things are missing`}</summary>
          <ul className={classes.gaps}>
            {gaps.map((gap) => (
              <li key={`${gap.tab} ${gap.label}`}>
                {hindrance ? (
                  gap.label
                ) : (
                  <button type="button" className={classes.gap} onClick={() => onFill(gap)}>
                    {gap.label}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
