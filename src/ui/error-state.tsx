import classes from './error-state.module.css';
import { Icon } from './icons.tsx';
import { Notice } from './notice.tsx';

type ErrorStateProps = {
  /** What happened, one sentence. */
  message: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** A number that a person answers. */
  phone?: string | null;
};

/** What happened, that nothing is lost, and the next step. */
export function ErrorState({ message, onRetry, isRetrying = false, phone }: ErrorStateProps) {
  return (
    <Notice tone="wrong" role="alert" title={message}>
      <p>
        Nothing you entered is lost. Try again in a moment
        {phone ? (
          <>
            , or call <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
          </>
        ) : null}
        .
      </p>
      {onRetry ? (
        <button type="button" className={classes.retry} onClick={onRetry} aria-busy={isRetrying}>
          <Icon name="retry" size={18} />
          {isRetrying ? 'Trying again…' : 'Try again'}
        </button>
      ) : null}
    </Notice>
  );
}
