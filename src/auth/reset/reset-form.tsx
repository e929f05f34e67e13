import '../../ui/controls.css';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { passwordResetSchema } from '../../../contract/password-reset.ts';
import { meetsPasswordRules } from '../../../contract/password-rules.ts';
import type { PasswordChange } from '../../../machines/reset-password.machine.ts';
import { ActionButton } from '../../ui/links/action-button.tsx';
import classes from '../account-form.module.css';
import { PasswordChecklist, passwordRulesHint } from '../password-checklist.tsx';
import { PasswordField } from '../password-field.tsx';

const empty: PasswordChange = { email: '', newPassword: '', confirmPassword: '' };

/** Validates the form. Returns the first error message of each field. */
function checkChange(change: PasswordChange): Record<string, string> {
  const { email, newPassword } = passwordResetSchema.shape;
  const emailError = email.safeParse(change.email).error?.issues[0]?.message;
  const passwordError = newPassword.safeParse(change.newPassword).error?.issues[0]?.message;
  const isConfirmed = change.newPassword === change.confirmPassword;
  return {
    ...(emailError ? { email: emailError } : {}),
    ...(passwordError ? { newPassword: passwordError } : {}),
    ...(isConfirmed ? {} : { confirmPassword: 'Passwords do not match.' }),
  };
}

type ResetFormProps = {
  isBusy: boolean;
  /**
   * Whether the form is disabled: while the link is checked, while the password is sent, and once the password was
   * changed or cannot be changed.
   */
  isDisabled: boolean;
  outcome: ReactNode;
  onSubmit: (change: PasswordChange) => void;
  onCancel: () => void;
};

/**
 * Form for the email address, the new password and its confirmation. Cancel clears the passwords, the errors and the
 * checklist of password rules.
 */
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
  // Browsers do not submit a form by Enter while its submit button is disabled. So handle Enter here: submitting then
  // shows the errors of the fields.
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
    <form
      onSubmit={submit}
      onKeyDown={submitByEnter}
      noValidate
      className="stack gap-4"
      aria-label="Set a new password"
    >
      <TextInput
        label="Email"
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
          description={hasTyped ? null : passwordRulesHint}
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
      <div className={`stack gap-3 ${classes.actions}`}>
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
