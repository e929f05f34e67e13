import type { Brand } from '../../contract/content.ts';
import { Icon } from '../ui/icons.tsx';
import { ActionLink } from '../ui/links/action-link.tsx';
import classes from './auth-page.module.css';

/** The two support phone numbers as list items. Tapping one calls it. */
export function SupportPhones({ brand }: { brand: Brand }) {
  return brand.support_phones.map((phone) => (
    <li key={phone}>
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={`middle gap-1-5 ${classes.helpLink}`}>
        <Icon name="phone" size={18} />
        {phone}
      </a>
    </li>
  ));
}

/** Ways to get help: the two support phone numbers and the live chat. */
export function HelpBlock({ brand }: { brand: Brand | null }) {
  if (!brand) return null;
  return (
    <aside className={`panel p-5 rounded ${classes.help}`} aria-label="Help with signing in">
      <h2 className="midsize">Need help?</h2>
      <p>Call the academy, or write in the live chat.</p>
      <ul className="row wrap gap-x-5">
        <SupportPhones brand={brand} />
        <li>
          <ActionLink href={brand.live_chat_url} look="outline">
            Live chat
          </ActionLink>
        </li>
      </ul>
    </aside>
  );
}
