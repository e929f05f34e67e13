import type { Ref } from 'react';
import { paths } from '../../../contract/pages.ts';
import { telHref } from '../../content/tel-href.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from '../booking-page.module.css';

/** Shown instead of the add button once the item is in the cart. */
export function InCartNote({ name, ref }: { name: string; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p ref={ref} className={`row gap-2 tint small ${classes.addNote}`} data-tone="success">
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

/** Says that a batch must be chosen before the course can be added. */
export function BatchMissing({ id }: { id: string }) {
  return (
    <p id={id} role="alert" className={`row gap-2 tint small ${classes.addNote}`} data-tone="error">
      Choose a batch first.
    </p>
  );
}

/** Says what cannot be booked online, with the phone number of admissions. `text`: without a full stop. */
export function CallNote({ text, phone }: { text: string; phone: string | null }) {
  return (
    <p className={`row gap-2 tint small ${classes.addNote}`}>
      <Icon name="calendar" size={18} />
      <span>
        {text}
        {phone ? (
          <>
            . Call admissions: <a href={telHref(phone)}>{phone}</a>
          </>
        ) : null}
      </span>
    </p>
  );
}
