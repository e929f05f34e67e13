import type { NoticeTone } from '../ui/notice.tsx';
import classes from './tag.module.css';

/** A state in a word or two; its colour never speaks alone. */
export function Tag({ tone = 'plain', children }: { tone?: NoticeTone; children: string }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
