import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { LookupUser } from '../../../contract/auth.ts';
import { paths } from '../../../contract/pages.ts';
import { type LoginMethod, offeredMethods } from '../../../machines/login.machine.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import classes from '../auth-page.module.css';

type MethodStepProps = { user: LookupUser; onChoose: (method: LoginMethod) => void; onBack: () => void };

/** Step 2 of signing in: the student chooses one of the sign-in methods that the account has. */
export function MethodStep({ user, onChoose, onBack }: MethodStepProps) {
  const offered = offeredMethods(user);
  return (
    <div className="stack gap-4">
      <h2 className="midsize">How would you like to sign in?</h2>
      {offered.includes('whatsapp_otp') ? (
        <Button variant="outline" onClick={() => onChoose('whatsapp_otp')} className={classes.method}>
          <span>
            Code by WhatsApp <small>to {user.whatsapp_number ?? user.mobile}</small>
          </span>
        </Button>
      ) : null}
      {offered.includes('email_otp') ? (
        <Button variant="outline" onClick={() => onChoose('email_otp')} className={classes.method}>
          <span>
            Code by email <small>to {user.email}</small>
          </span>
        </Button>
      ) : null}
      <Button
        variant="outline"
        onClick={() => onChoose('password')}
        disabled={user.is_default_password}
        className={classes.method}
      >
        Password
      </Button>
      {user.is_default_password ? (
        <Notice
          title="Your password has not been set yet"
          action={
            <ActionLink href={paths.forgotPassword} look="outline">
              Set Password
            </ActionLink>
          }
        >
          Sign in with a code, or set a password first.
        </Notice>
      ) : null}
      <Button variant="subtle" onClick={onBack}>
        Back
      </Button>
    </div>
  );
}
