import '../../ui/controls.css';
import { Checkbox, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { paths } from '../../../contract/pages.ts';
import { shortestPassword } from '../../../contract/password-rules.ts';
import type { Registration } from '../../../contract/registration.ts';
import { readDraft, writeDraft } from '../../offline/session/drafts.ts';
import { DateField } from '../../ui/date-field.tsx';
import { ActionButton } from '../../ui/links/action-button.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { ErrorSummary, type FieldError } from '../../ui/messages/error-summary.tsx';
import { SameAsMobileButton } from '../../ui/same-as-mobile-button.tsx';
import classes from '../account-form.module.css';
import { PasswordField } from '../password-field.tsx';
import { keepFocus } from './keep-focus.ts';
import {
  checkRegister,
  contactFields,
  indosField,
  nameFields,
  type RegisterField,
  type RegisterValues,
  toDraft,
  toRegistration,
  withDraft,
} from './register-fields.ts';
import { registerDraft } from './register-flow.ts';

type RegisterFormApi = UseFormReturnType<RegisterValues>;
const idOf = (name: string) => `register-${name}`;

const labels: Array<[name: string, label: string, id: string]> = [
  ...[...nameFields, ...contactFields].map(({ name, label }): [string, string, string] => [name, label, idOf(name)]),
  ['dob', 'Date of birth', idOf('dob')],
  ['password', 'Password', idOf('password')],
  ['confirm', 'Confirm password', idOf('confirm')],
  ['indos_number', 'INDOS number', idOf('indos_number')],
  ['terms', 'Terms', idOf('terms')],
];

function summaryOf(errors: RegisterFormApi['errors']): FieldError[] {
  return labels.flatMap(([name, label, id]) => (errors[name] ? [{ id, label, message: String(errors[name]) }] : []));
}

type FieldsProps = { form: RegisterFormApi; fields: RegisterField[]; isDisabled: boolean };

function Fields({ form, fields, isDisabled }: FieldsProps) {
  return fields.map(({ name, ...field }) => (
    <TextInput
      key={name}
      id={idOf(name)}
      name={name}
      {...field}
      disabled={isDisabled}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps(name)}
    />
  ));
}

type RegisterFormProps = {
  /** Today in the time zone of the academy, `YYYY-MM-DD`. */
  today: string;
  isBusy: boolean;
  isDisabled: boolean;
  /** Error messages in the server's response, by field. */
  serverErrors: Record<string, string>;
  onSubmit: (registration: Registration) => void;
};

/** The registration form. What was typed, except the passwords and the consent, survives a reload. */
export function RegisterForm({ today, isBusy, isDisabled, serverErrors, onSubmit }: RegisterFormProps) {
  const [tries, setTries] = useState(0);
  const form = useForm<RegisterValues>({
    initialValues: withDraft(readDraft(registerDraft)),
    validate: (values) => checkRegister(values, today),
    validateInputOnBlur: true,
    onValuesChange: (values) => writeDraft(registerDraft, toDraft(values)),
  });
  const { setErrors } = form;

  useEffect(() => {
    if (Object.keys(serverErrors).length === 0) return;
    setErrors(serverErrors);
    setTries((count) => count + 1);
  }, [serverErrors, setErrors]);

  const submit = form.onSubmit(
    (values) => onSubmit(toRegistration(values)),
    () => setTries((count) => count + 1),
  );

  return (
    <form onSubmit={submit} noValidate className="stack gap-4" aria-label="Your details">
      {tries > 0 ? <ErrorSummary errors={summaryOf(form.errors)} tries={tries} /> : null}
      <div className={`stack gap-4 ${classes.fields}`}>
        <Fields form={form} fields={nameFields} isDisabled={isDisabled} />
      </div>
      <Fields form={form} fields={contactFields} isDisabled={isDisabled} />
      <SameAsMobileButton form={form} isDisabled={isDisabled} />
      <DateField
        id={idOf('dob')}
        label="Date of birth"
        description="For example 14 6 2003"
        required
        isBirthday
        disabled={isDisabled}
        value={form.values.dob}
        error={form.errors.dob ? String(form.errors.dob) : null}
        onChange={(dob) => form.setFieldValue('dob', dob)}
        onLeave={() => form.validateField('dob')}
      />
      <Fields form={form} fields={[indosField]} isDisabled={isDisabled} />
      <PasswordField
        id={idOf('password')}
        name="password"
        label="Password"
        description={`At least ${shortestPassword} characters. Passwords that many people use are refused.`}
        autoComplete="new-password"
        required
        disabled={isDisabled}
        {...form.getInputProps('password')}
      />
      <TextInput
        id={idOf('confirm')}
        name="confirm"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        required
        disabled={isDisabled}
        {...form.getInputProps('confirm')}
      />
      <Checkbox
        id={idOf('terms')}
        label={
          <>
            I accept the{' '}
            <PageLink href={paths.terms} target="_blank">
              terms and conditions
            </PageLink>
          </>
        }
        disabled={isDisabled}
        classNames={{ label: classes.consent ?? '', body: 'middle' }}
        wrapperProps={{ onMouseDown: keepFocus }}
        {...form.getInputProps('terms', { type: 'checkbox' })}
      />
      <ActionButton type="submit" loading={isBusy} disabled={isDisabled && !isBusy} onMouseDown={keepFocus} fullWidth>
        Register
      </ActionButton>
    </form>
  );
}
