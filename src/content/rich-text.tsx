import { useLowData } from '../lib/low-data.ts';
import classes from './rich-text.module.css';

/** Renders content HTML, which the server has sanitised. No other component inserts HTML. */
export function RichText({ html }: { html: string }) {
  const lowData = useLowData();
  const shown = lowData ? lowData.withoutPictures(html) : html;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server keeps an allow-list of tags; no other file may do this
  return <div className={classes.rich} ref={lowData?.showTapped} dangerouslySetInnerHTML={{ __html: shown }} />;
}

/** Returns the text of content HTML on one line, without tags. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
