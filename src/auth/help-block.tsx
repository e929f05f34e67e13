import type { Brand } from '../../contract/content.ts';
import classes from './login.module.css';
import { SupportPhones } from './support-phones.tsx';

/** Two support numbers and the live chat (document 1, section 2 "Login"). */
export function HelpBlock({ brand }: { brand: Brand | null }) {
  if (!brand) return null;
  return (
    <aside className={classes.help} aria-label="Help with signing in">
      <h2 className={classes.heading}>Need help?</h2>
      <p>Call the academy, or write in the live chat.</p>
      <ul className={classes.helpList}>
        <SupportPhones brand={brand} />
        <li>
          <a href={brand.live_chat_url} className={classes.helpLink}>
            Live chat
          </a>
        </li>
      </ul>
    </aside>
  );
}
