import classes from '../booking-page.module.css';

type EarliestButtonProps = { name: string; isBusy: boolean; onClick: () => void };

/** The button that chooses a batch for every course of a package: the earliest ones that fit. */
export function EarliestButton({ name, isBusy, onClick }: EarliestButtonProps) {
  return (
    <button
      type="button"
      className={classes.add}
      data-stage="open"
      data-earliest
      aria-busy={isBusy || undefined}
      onClick={onClick}
    >
      Choose the earliest dates that fit
      <span className="visually-hidden"> for {name}</span>
    </button>
  );
}
