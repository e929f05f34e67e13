import { passwordRules } from '../../contract/password-rules.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './account.module.css';

/** The rules of a new password, each with what has been met so far (document 1, section 2 "Reset password"). */
export function PasswordChecklist({ password }: { password: string }) {
  const met = passwordRules.filter(({ isMet }) => isMet(password)).length;
  return (
    <>
      <ul className={classes.rules} aria-label="Password requirements">
        {passwordRules.map(({ label, isMet }) => (
          <li key={label} data-met={isMet(password) || undefined}>
            <Icon name={isMet(password) ? 'check' : 'minus'} size={18} />
            {label}
            <span className="visually-hidden">{isMet(password) ? ': met' : ': not met yet'}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {met} of {passwordRules.length} password requirements met
      </p>
    </>
  );
}
