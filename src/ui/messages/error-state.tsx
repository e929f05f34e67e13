import { Icon } from '../icons.tsx';
import classes from './messages.module.css';
import { Notice } from './notice.tsx';

type ErrorStateProps = {
  /** One sentence that says what could not be loaded. */
  message: string;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Phone number of the academy's support. */
  phone?: string | null;
};

/** Shown when something could not be loaded. Says what failed and offers a retry. */
export function ErrorState({ message, onRetry, isRetrying = false, phone }: ErrorStateProps) {
  return (
    <Notice tone="error" role="alert" title={message}>
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
        <button
          type="button"
          className={`outline-button mt-2 port ${classes.retry}`}
          onClick={onRetry}
          aria-busy={isRetrying}
        >
          <Icon name="retry" size={18} />
          {isRetrying ? 'Trying again…' : 'Try again'}
        </button>
      ) : null}
    </Notice>
  );
}
