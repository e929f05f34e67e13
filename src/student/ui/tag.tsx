import type { NoticeTone } from '../../ui/messages/notice.tsx';
import classes from './tag.module.css';

/** A status in a word or two. The colour only supports the text. */
export function Tag({ tone = 'plain', children }: { tone?: NoticeTone; children: string }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
