import classes from './rich-text.module.css';

/** The one place where content HTML is put into a page; the server has sanitised it (design, decision 13). */
export function RichText({ html }: { html: string }) {
  const content = { dangerouslySetInnerHTML: { __html: html } };
  return <div className={classes.rich} {...content} />;
}

/** The words of content HTML, for places of one line. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
