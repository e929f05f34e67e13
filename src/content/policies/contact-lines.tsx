import { Icon } from '../../ui/icons.tsx';
import { telHref } from '../tel-href.ts';

/** Links to an email address and a phone number. Each link is left out if its value is empty. */
export function ContactLines({ email, phone }: { email: string; phone: string }) {
  return (
    <ul className="row wrap gap-x-6">
      {email ? (
        <li>
          <a className="touch gap-2 anywhere" href={`mailto:${email}`}>
            <Icon name="mail" size={18} />
            {email}
          </a>
        </li>
      ) : null}
      {phone ? (
        <li>
          <a className="touch gap-2 anywhere" href={telHref(phone)}>
            <Icon name="phone" size={18} />
            {phone}
          </a>
        </li>
      ) : null}
    </ul>
  );
}
