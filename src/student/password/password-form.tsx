import '../../ui/controls.css';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../../../contract/pages.ts';
import { changePassword } from '../../../contract/password-change.ts';
import { meetsPasswordRules } from '../../../contract/password-rules.ts';
import { PasswordChecklist, passwordRulesHint } from '../../auth/password-checklist.tsx';
import { PasswordField } from '../../auth/password-field.tsx';
import { ApiError, isOfflineError } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { passwordMutations } from './password.mutations.ts';

type Values = { currentPassword: string; newPassword: string; confirmPassword: string };

const empty: Values = { currentPassword: '', newPassword: '', confirmPassword: '' };

function checkValues({ currentPassword, newPassword, confirmPassword }: Values, hasPassword: boolean) {
  return {
    ...(hasPassword && currentPassword === '' ? { currentPassword: 'Please enter your current password.' } : {}),
    ...(meetsPasswordRules(newPassword) ? {} : { newPassword: 'Please meet all password requirements.' }),
    ...(newPassword === confirmPassword ? {} : { confirmPassword: 'Passwords do not match.' }),
  };
}

/** The error messages for fields whose content the server has refused. */
function fieldErrors(error: unknown): Partial<Values> {
  if (isRefusal(error, changePassword, 'WRONG_PASSWORD')) return { currentPassword: error.failure.message };
  if (isRefusal(error, changePassword, 'PASSWORD_SAME_AS_OLD', 'PASSWORD_TOO_COMMON'))
    return { newPassword: error.failure.message };
  return {};
}

/** Says that the student signed in too long ago to change the password, and where to sign in again. */
export function SignInAgain() {
  return (
    <Notice
      title="Please sign in again"
      action={<PageLink href={`${paths.login}?from=${paths.profile}`}>Sign in and return to your profile</PageLink>}
    >
      To keep your account safe, you can change your password only within an hour of signing in.
    </Notice>
  );
}

/** Says why the password was not changed, unless a field shows the reason. */
function Failure({ error }: { error: unknown }) {
  const { reason, when } = useUnreachable();
  if (isRefusal(error, changePassword, 'RECENT_SIGN_IN_NEEDED', 'UNAUTHORIZED_REQUEST')) return <SignInAgain />;
  const isOffline = isOfflineError(error);
  const message = error instanceof ApiError && error.status < 500 ? error.failure?.message : null;
  return (
    <Notice tone="error" title={message ?? 'Your password could not be changed.'}>
      {isOffline ? `${reason}. Try again ${when}.` : 'Nothing you typed is lost. Try again.'}
    </Notice>
  );
}

type PasswordFormProps = {
  /**
   * Whether the student has a password. If so, the form asks for it. A student without a password sees this form only
   * if the account has no email address; all others set their first password by an emailed link.
   */
  hasPassword: boolean;
  onClose: () => void;
};

/** Form for the current password, the new one and its confirmation. */
export function PasswordForm({ hasPassword, onClose }: PasswordFormProps) {
  const [hasTyped, setHasTyped] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  // Focus the first field here. The dialog could not do it, because it opened before the form was loaded.
  useEffect(() => element.current?.querySelector('input')?.focus(), []);
  const form = useForm<Values>({
    initialValues: empty,
    validate: (values) => checkValues(values, hasPassword),
    onValuesChange: ({ newPassword }) => {
      if (newPassword !== '') setHasTyped(true);
    },
  });
  const change = useMutation({
    ...passwordMutations.change(),
    onSuccess: onClose,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  // While the request runs, the fields are disabled and lose the focus. When it fails, focus the first invalid field.
  useEffect(() => {
    if (change.error) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [change.error]);
  const submit = form.onSubmit(({ currentPassword, ...passwords }) =>
    change.mutate(hasPassword ? { currentPassword, ...passwords } : passwords),
  );
  const isShownByField = Object.keys(fieldErrors(change.error)).length > 0;

  return (
    <form ref={element} onSubmit={submit} noValidate className="stack gap-4" aria-label="Change password">
      {hasPassword ? (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          required
          disabled={change.isPending}
          {...form.getInputProps('currentPassword')}
        />
      ) : null}
      <div>
        <PasswordField
          label="New password"
          description={hasTyped ? null : passwordRulesHint}
          name="newPassword"
          autoComplete="new-password"
          required
          disabled={change.isPending}
          {...form.getInputProps('newPassword')}
        />
        {hasTyped ? <PasswordChecklist password={form.values.newPassword} /> : null}
      </div>
      <TextInput
        label="Confirm new password"
        type="password"
        name="confirmPassword"
        autoComplete="new-password"
        required
        disabled={change.isPending}
        {...form.getInputProps('confirmPassword')}
      />
      <div role="alert">{change.error && !isShownByField ? <Failure error={change.error} /> : null}</div>
      <Button type="submit" loading={change.isPending}>
        Change password
      </Button>
      <Button variant="subtle" onClick={onClose} disabled={change.isPending}>
        Cancel
      </Button>
    </form>
  );
}
