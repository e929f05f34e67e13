import type { Brand } from '../../contract/content.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './login.module.css';

/** The two support numbers, each to be called with a tap. */
export function SupportPhones({ brand }: { brand: Brand }) {
  return brand.support_phones.map((phone) => (
    <li key={phone}>
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={classes.helpLink}>
        <Icon name="phone" size={18} />
        {phone}
      </a>
    </li>
  ));
}
