import type { ButtonHTMLAttributes } from 'react';
import { Icon, type IconName } from '../ui/icons.tsx';
import classes from './add-button.module.css';

/** Where an add stands: `ready` everything is chosen, `adding`, `added`, `queued` for the connection, else `open`. */
export type AddStage = 'open' | 'ready' | 'adding' | 'added' | 'queued';

const icons: Partial<Record<AddStage, IconName>> = { ready: 'plus', added: 'check', queued: 'clock' };

type AddButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { stage: AddStage; children: string };

/** The add button; while an add is under way its words say why it does nothing, and it keeps the focus. */
export function AddButton({ stage, children, ...rest }: AddButtonProps) {
  const isResting = stage === 'open' || stage === 'ready';
  const icon = icons[stage];
  return (
    <button type="button" className={classes.add} data-stage={stage} aria-disabled={!isResting || undefined} {...rest}>
      {icon ? <Icon name={icon} size={18} /> : null}
      {children}
    </button>
  );
}
