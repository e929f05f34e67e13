import type { Brand } from '../../contract/content.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './login.module.css';

/** Two support numbers and the live chat (document 1, section 2 "Login"). */
export function HelpBlock({ brand }: { brand: Brand | null }) {
  if (!brand) return null;
  return (
    <aside className={classes.help} aria-label="Help with signing in">
      <h2 className={classes.heading}>Need help?</h2>
      <p>Call the academy, or write in the live chat.</p>
      <ul className={classes.helpList}>
        {brand.support_phones.map((phone) => (
          <li key={phone}>
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={classes.helpLink}>
              <Icon name="phone" size={18} />
              {phone}
            </a>
          </li>
        ))}
        <li>
          <a href={brand.live_chat_url} className={classes.helpLink}>
            Live chat
          </a>
        </li>
      </ul>
    </aside>
  );
}
