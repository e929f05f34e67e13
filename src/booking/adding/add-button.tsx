import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from '../../ui/icons.tsx';
import classes from './add-button.module.css';

/** Stage of an add. `open`: something is still to be chosen; `ready`: everything is; `queued`: in the outbox. */
export type AddStage = 'open' | 'ready' | 'adding' | 'added' | 'queued';

const icons: Partial<Record<AddStage, IconName>> = { ready: 'plus', added: 'check', queued: 'clock' };

type AddButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { stage: AddStage; children: string };

/** The add button. During an add it stays focusable, and its text says why it does nothing. */
export function AddButton({ stage, children, ...rest }: AddButtonProps) {
  const isEnabled = stage === 'open' || stage === 'ready';
  const icon = icons[stage];
  return (
    <button type="button" className={classes.add} data-stage={stage} aria-disabled={!isEnabled || undefined} {...rest}>
      {icon ? <Icon name={icon} size={18} /> : null}
      {children}
    </button>
  );
}
