import { RichText } from '../rich-text.tsx';
import classes from './section-text.module.css';

/** Content HTML as reading matter: numbered lists, terms and tables in the chart's manner. */
export function SectionText({ html, look = 'plain' }: { html: string; look?: 'plain' | 'statement' | 'letter' }) {
  return (
    <div className={classes.text} data-look={look}>
      <RichText html={html} />
    </div>
  );
}
