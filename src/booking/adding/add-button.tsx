import type { ButtonHTMLAttributes } from 'react';
import type { CartAddContext } from '../../../machines/cart-add.ts';
import { queueReason, waitingText } from '../../cart/changes/queue-reason.ts';
import { useConnection } from '../../offline/connection/page-connection.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import type { BookingContext, WaitingAdd } from '../booking-context.ts';
import classes from '../booking-page.module.css';
import { FailureNote, QueuedNote } from './add-state-notes.tsx';

/**
 * How far a course or package is on its way into the cart. `open`: a batch is still to be chosen; `ready`: every batch
 * is chosen; `adding`: the call is under way; `queued`: the add waits in the outbox.
 */
type AddStage = 'open' | 'ready' | 'adding' | 'added' | 'queued';

const icons: Partial<Record<AddStage, IconName>> = { ready: 'plus', added: 'check', queued: 'clock' };
const texts = { adding: 'Adding...', added: 'Added' };

/** What the button reads from the state machine that adds a course or a package. */
type AddState = {
  matches: (state: 'adding' | 'added' | 'queued') => boolean;
  hasTag: (tag: 'failed') => boolean;
  context: CartAddContext;
};

/**
 * How far the course or package is on its way into the cart. `state`: the state of its machine. `isChosen`: every batch
 * is chosen.
 */
export function addStage(state: AddState, isChosen: boolean): AddStage {
  if (state.matches('adding')) return 'adding';
  if (state.matches('added')) return 'added';
  if (state.matches('queued')) return 'queued';
  return isChosen ? 'ready' : 'open';
}

type AddButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  state: AddState;
  stage: AddStage;
  /** Text of the add button until it is pressed. */
  label: string;
  /** The outbox row that adds this course or package, if there is one. */
  waiting: WaitingAdd | undefined;
  booking: BookingContext;
  /** Id of the element that says why the add failed. */
  noteId: string;
};

/**
 * The add button, with notes that say why the last add failed or what a queued add waits for. While an add is being
 * sent, the button has `aria-disabled`, because `disabled` would take the focus away from it. Its text says that the
 * add is under way.
 */
export function AddButton({ state, stage, label, waiting, booking, noteId, ...rest }: AddButtonProps) {
  const isEnabled = stage === 'open' || stage === 'ready';
  const icon = icons[stage];
  const failure = state.hasTag('failed') ? state.context.failure : null;
  const connectionState = useConnection();
  const reason = stage === 'queued' ? queueReason(waiting, booking.isOnline) : null;
  const text = stage === 'adding' || stage === 'added' ? texts[stage] : label;
  return (
    <>
      {failure ? <FailureNote id={noteId} failure={failure} loginHref={booking.loginHref} /> : null}
      <button
        type="button"
        className={classes.add}
        data-stage={stage}
        aria-disabled={!isEnabled || undefined}
        {...rest}
      >
        {icon ? <Icon name={icon} size={18} /> : null}
        {reason ? waitingText(reason.kind !== 'offline', connectionState) : text}
      </button>
      {reason ? <QueuedNote reason={reason} loginHref={booking.loginHref} /> : null}
    </>
  );
}
