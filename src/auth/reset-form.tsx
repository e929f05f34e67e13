import '../ui/controls.css';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { passwordResetSchema } from '../../contract/password-reset.ts';
import { meetsPasswordRules, passwordRules } from '../../contract/password-rules.ts';
import type { PasswordChange } from '../../machines/reset-password.types.ts';
import { ActionButton } from '../ui/action-button.tsx';
import classes from './account.module.css';
import login from './login.module.css';
import { PasswordChecklist } from './password-checklist.tsx';
import { PasswordField } from './password-field.tsx';

const empty: PasswordChange = { email: '', newPassword: '', confirmPassword: '' };
const rulesInWords = `${passwordRules.map(({ label }) => label.toLowerCase()).join(', ')}.`;
const hint = rulesInWords.charAt(0).toUpperCase() + rulesInWords.slice(1);

/** The first fault of each field, with the texts of document 1, section 5. */
function checkChange(change: PasswordChange): Record<string, string> {
  const { email, newPassword } = passwordResetSchema.shape;
  const emailFault = email.safeParse(change.email).error?.issues[0]?.message;
  const passwordFault = newPassword.safeParse(change.newPassword).error?.issues[0]?.message;
  const isConfirmed = change.newPassword === change.confirmPassword;
  return {
    ...(emailFault ? { email: emailFault } : {}),
    ...(passwordFault ? { newPassword: passwordFault } : {}),
    ...(isConfirmed ? {} : { confirmPassword: 'Passwords do not match.' }),
  };
}

type ResetFormProps = {
  isBusy: boolean;
  /** The link is not checked yet, or the password is updated. */
  isDisabled: boolean;
  outcome: ReactNode;
  onSubmit: (change: PasswordChange) => void;
  onCancel: () => void;
};

/** E-mail, new password and its confirmation. Enter submits; Cancel clears passwords, error and checklist. */
export function ResetForm({ isBusy, isDisabled, outcome, onSubmit, onCancel }: ResetFormProps) {
  const [hasTyped, setHasTyped] = useState(false);
  const form = useForm<PasswordChange>({
    initialValues: empty,
    validate: checkChange,
    onValuesChange: ({ newPassword }) => {
      if (newPassword !== '') setHasTyped(true);
    },
  });
  const { newPassword } = form.values;
  const isStrong = meetsPasswordRules(newPassword);

  const submit = form.onSubmit((change) => onSubmit({ ...change, email: change.email.trim() }));
  // A browser does not submit a form by Enter while its button is disabled.
  const submitByEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    submit();
  };
  const cancel = () => {
    form.setValues({ newPassword: '', confirmPassword: '' });
    form.clearErrors();
    setHasTyped(false);
    onCancel();
  };

  return (
    <form onSubmit={submit} onKeyDown={submitByEnter} noValidate className={login.step} aria-label="Set a new password">
      <TextInput
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        disabled={isDisabled}
        {...form.getInputProps('email')}
      />
      <div>
        <PasswordField
          label="New password"
          description={hasTyped ? null : hint}
          name="newPassword"
          autoComplete="new-password"
          required
          disabled={isDisabled}
          {...form.getInputProps('newPassword')}
        />
        {hasTyped ? <PasswordChecklist password={newPassword} /> : null}
      </div>
      <TextInput
        label="Confirm new password"
        type="password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        disabled={isDisabled}
        {...form.getInputProps('confirmPassword')}
      />
      {outcome}
      <div className={classes.actions}>
        <Button variant="outline" onClick={cancel} disabled={isDisabled}>
          Cancel
        </Button>
        <ActionButton type="submit" loading={isBusy} disabled={isDisabled || !isStrong}>
          Update Password
        </ActionButton>
      </div>
    </form>
  );
}
