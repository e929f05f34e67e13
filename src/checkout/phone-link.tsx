import { telHref } from '../content/tel-href.ts';
import classes from './checkout.module.css';

/** A phone number that calls when tapped and never wraps. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={telHref(phone)} className={classes.call}>
      {phone}
    </a>
  );
}
