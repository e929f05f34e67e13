import { RichText } from '../../rich-text.tsx';
import classes from '../content-page.module.css';

/** Content HTML with styles for its lists, definitions and tables. */
export function SectionText({ html, look = 'plain' }: { html: string; look?: 'plain' | 'statement' | 'letter' }) {
  return (
    <div className={`shrink ${classes.text}`} data-look={look}>
      <RichText html={html} />
    </div>
  );
}
