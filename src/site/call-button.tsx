import { telephone } from '../content/telephone.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './call-button.module.css';

/** On phones: one tap to admissions, above the bar. */
export function CallButton({ phone }: { phone: string }) {
  return (
    <a href={telephone(phone)} className={classes.call}>
      <Icon name="phone" size={22} />
      <span className="visually-hidden">Call admissions</span>
    </a>
  );
}
