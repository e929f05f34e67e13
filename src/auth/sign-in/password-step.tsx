import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { paths } from '../../../contract/pages.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from '../auth-page.module.css';
import { PasswordField } from '../password-field.tsx';

type PasswordStepProps = {
  identifier: string;
  isBusy: boolean;
  failure: string | null;
  /** Explains a failed sign-in above the button. */
  outcome: ReactNode;
  onSubmit: (password: string) => void;
  onBack: () => void;
};

/** Step 3 of signing in, if the student chose the password. */
export function PasswordStep({ identifier, isBusy, failure, outcome, onSubmit, onBack }: PasswordStepProps) {
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(password === '');
    if (password !== '') onSubmit(password);
  };

  return (
    <form onSubmit={submit} className="stack gap-4" noValidate>
      {/* Password managers store the password with this user name. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={identifier}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="visually-hidden"
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setIsMissing(false);
        }}
        error={isMissing ? 'Please enter the password.' : failure}
        data-autofocus
      />
      {outcome}
      <ActionButton type="submit" loading={isBusy} fullWidth>
        Login
      </ActionButton>
      <PageLink href={paths.forgotPassword} className={classes.link}>
        Forgot password?
      </PageLink>
      <Button variant="subtle" onClick={onBack} disabled={isBusy}>
        Back
      </Button>
    </form>
  );
}
