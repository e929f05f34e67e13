import type { NoticeTone } from '../../ui/messages/notice.tsx';
import classes from '../student-area-page.module.css';

/** Shows a status in a word or two. The colour only repeats what the text says. */
export function Tag({ tone = 'plain', children }: { tone?: NoticeTone; children: string }) {
  return (
    <span className={`rigid soft small strong nowrap ${classes.tag}`} data-tone={tone}>
      {children}
    </span>
  );
}
