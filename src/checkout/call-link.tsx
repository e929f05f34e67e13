import { telephone } from '../content/telephone.ts';
import classes from './checkout.module.css';

/** A number that calls, never broken over two lines. */
export function CallLink({ phone }: { phone: string }) {
  return (
    <a href={telephone(phone)} className={classes.call}>
      {phone}
    </a>
  );
}
