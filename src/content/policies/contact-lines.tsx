import { Icon } from '../../ui/icons.tsx';
import { telephone } from '../telephone.ts';
import classes from './policy.module.css';

/** An address to write to and a number to call, each with a tap; what is empty is left out. */
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
          <a href={telephone(phone)}>
            <Icon name="phone" size={18} />
            {phone}
          </a>
        </li>
      ) : null}
    </ul>
  );
}
