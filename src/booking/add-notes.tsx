import { paths } from '../../contract/pages.ts';
import type { CartFailure } from '../../machines/cart-add.types.ts';
import { cartAddText, signInFirst } from '../cart/cart-texts.ts';
import { telephone } from '../content/telephone.ts';
import { Icon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import classes from './add-notes.module.css';

/** Why an add failed, and the way on where signing in is what lacks. */
export function FailureNote({ id, failure, loginHref }: { id: string; failure: CartFailure; loginHref: string }) {
  return (
    <p id={id} role="alert" className={classes.note} data-tone="wrong">
      <Icon name="warning" size={18} />
      <span>
        {cartAddText(failure)}{' '}
        {failure.errorCode === signInFirst.errorCode ? <PageLink href={loginHref}>Login</PageLink> : null}
      </span>
    </p>
  );
}

/** Says that an add is kept on the device, and what it waits for. */
export function QueuedNote({ needsLogin, loginHref }: { needsLogin: boolean; loginHref: string }) {
  return (
    <p role="status" className={classes.note}>
      <Icon name="clock" size={18} />
      {needsLogin ? (
        <span>
          Kept on this device. <PageLink href={loginHref}>Login</PageLink> to send it.
        </span>
      ) : (
        <span>Kept on this device and sent as soon as the connection is back.</span>
      )}
    </p>
  );
}

/** Stands in the button's place once the cart has it. */
export function InCartNote({ name }: { name: string }) {
  return (
    <p className={classes.note} data-tone="right">
      <Icon name="check" size={18} />
      <span>
        In your cart.{' '}
        <PageLink href={paths.cart}>
          View cart<span className="visually-hidden">: {name}</span>
        </PageLink>
      </span>
    </p>
  );
}

/** What cannot be booked here, and who can help. `text` without its full stop. */
export function CallNote({ text, phone }: { text: string; phone: string | null }) {
  return (
    <p className={classes.note}>
      <Icon name="calendar" size={18} />
      <span>
        {text}
        {phone ? (
          <>
            . Call admissions: <a href={telephone(phone)}>{phone}</a>
          </>
        ) : null}
      </span>
    </p>
  );
}
