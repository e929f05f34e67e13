import { passwordRules } from '../../contract/password-rules.ts';
import { Icon } from '../ui/icons.tsx';
import classes from './account-form.module.css';

const rulesInWords = `${passwordRules.map(({ label }) => label.toLowerCase()).join(', ')}.`;
/** The rules for a new password in one sentence, shown until the student types. */
export const passwordRulesHint = rulesInWords.charAt(0).toUpperCase() + rulesInWords.slice(1);

/** Lists the rules for a new password and shows which of them the typed password meets. */
export function PasswordChecklist({ password }: { password: string }) {
  const met = passwordRules.filter(({ isMet }) => isMet(password)).length;
  return (
    <>
      <ul className={`stack gap-1 mt-2 ${classes.rules}`} aria-label="Password requirements">
        {passwordRules.map(({ label, isMet }) => (
          <li className="row middle gap-2 soft" key={label} data-met={isMet(password) || undefined}>
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
