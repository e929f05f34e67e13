import { Icon } from '../../ui/icons.tsx';
import { telHref } from '../tel-href.ts';
import classes from './policy.module.css';

/** Links to an email address and a phone number. Empty ones are left out. */
export function ContactLines({ email, phone }: { email: string; phone: string }) {
  return (
    <ul className={classes.lines}>
      {email ? (
        <li>
          <a href={`mailto:${email}`}>
            <Icon name="mail" size={18} />
            {email}
          </a>
        </li>
      ) : null}
      {phone ? (
        <li>
          <a href={telHref(phone)}>
            <Icon name="phone" size={18} />
            {phone}
          </a>
        </li>
      ) : null}
    </ul>
  );
}
