import type { CartErrorCode, CartFailure } from '../../../machines/cart-add.ts';
import { cartAddText, signedOutFailure } from '../../cart/cart-texts.ts';
import type { QueueReason } from '../../cart/changes/queue-reason.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from '../booking-page.module.css';

/**
 * Texts that say when an add in the outbox will be sent, by the reason why it waits. Used while our server can be
 * reached.
 */
const sendingTexts = {
  serverFailed: 'We will try again automatically.',
  turn: 'We are sending it.',
};

/** The error codes of refused adds after which the student can choose another batch on the same card. */
const otherBatchCodes: readonly CartErrorCode[] = ['BATCH_FULL', 'BATCH_CLOSED', 'BATCH_STARTED'];

/** Why an add failed and what to do: a login link if the student is not signed in, or another batch. */
export function FailureNote({ id, failure, loginHref }: { id: string; failure: CartFailure; loginHref: string }) {
  return (
    <p id={id} role="alert" className={`row gap-2 tint small ${classes.addNote}`} data-tone="error">
      <Icon name="warning" size={18} />
      <span>
        {cartAddText(failure)}{' '}
        {failure.errorCode === signedOutFailure.errorCode ? <PageLink href={loginHref}>Login</PageLink> : null}
        {otherBatchCodes.includes(failure.errorCode) ? 'Choose another one.' : null}
      </span>
    </p>
  );
}

/** Says that an add is saved on the device, and why it is not in the cart yet. */
export function QueuedNote({ reason, loginHref }: { reason: QueueReason; loginHref: string }) {
  const { whenBack } = useUnreachable();
  return (
    <p role="status" className={`row gap-2 tint small ${classes.addNote}`}>
      <Icon name="clock" size={18} />
      <span>
        {reason.kind === 'serverFailed' ? `${cartAddText(reason.failure)} ` : ''}Saved on this device.{' '}
        {reason.kind === 'signIn' ? (
          <>
            <PageLink href={loginHref}>Login</PageLink> to send it.
          </>
        ) : reason.kind === 'offline' ? (
          `We will send it ${whenBack}.`
        ) : (
          sendingTexts[reason.kind]
        )}
      </span>
    </p>
  );
}
