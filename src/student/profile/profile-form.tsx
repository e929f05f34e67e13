import '../../ui/controls.css';
import { Button, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { type Profile, requiredProfileFields } from '../../../contract/student.ts';
import { dropDraft, readDraft, writeDraft } from '../../offline/drafts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorSummary, type FieldFault } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { ProfileFailure } from './profile-failure.ts';
import {
  addressFields,
  type KnownStudent,
  type ProfileField,
  type ProfileValues,
  personalFields,
  profileFormSchema,
  toProfileValues,
  withDraft,
} from './profile-fields.ts';
import classes from './profile-form.module.css';
import { profileDraft } from './save-profile.ts';

type ProfileFormApi = UseFormReturnType<ProfileValues>;
const required: readonly string[] = requiredProfileFields;
const idOf = (path: string) => `profile-${path.replace('.', '-')}`;

function Fields({ form, fields, group }: { form: ProfileFormApi; fields: ProfileField[]; group?: string }) {
  return (
    <div className={classes.fields}>
      {fields.map(({ name, ...field }) => {
        const path = group ? `${group}.${name}` : name;
        const isNeeded = !group && required.includes(name);
        return (
          <TextInput
            key={path}
            id={idOf(path)}
            name={path}
            {...field}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required={isNeeded}
            {...form.getInputProps(path)}
          />
        );
      })}
    </div>
  );
}

function faultsOf(errors: ProfileFormApi['errors']): FieldFault[] {
  const labelled = [
    ...personalFields.map(({ name, label }) => ({ path: name as string, label })),
    ...addressFields.map(({ name, label }) => ({ path: name as string, label })),
    ...addressFields.map(({ name, label }) => ({
      path: `correspondence_address.${name}`,
      label: `${label} (correspondence)`,
    })),
  ];
  return labelled.flatMap(({ path, label }) => {
    const message = errors[path];
    return message ? [{ id: idOf(path), label, message: String(message) }] : [];
  });
}

type ProfileFormProps = {
  student: KnownStudent;
  isSaving: boolean;
  hasConflict: boolean;
  failure: ProfileFailure | null;
  /** Where to come back to after signing in again. */
  from: string;
  onSave: (profile: Partial<Profile>) => void;
  onCancel: () => void;
};

/** Edit form of the profile (document 2, section 5). What was typed outlives a failed save and a reload. */
export function ProfileForm({ student, isSaving, hasConflict, failure, from, onSave, onCancel }: ProfileFormProps) {
  const draft = profileDraft(student.id);
  const [tries, setTries] = useState(0);
  const form = useForm<ProfileValues>({
    initialValues: withDraft(toProfileValues(student), readDraft(draft)),
    validate: schemaResolver(profileFormSchema, { sync: true }),
    validateInputOnChange: true,
    validateInputOnBlur: true,
    onValuesChange: (values) => writeDraft(draft, values),
  });
  const { setErrors } = form;
  const told = failure?.fields;

  useEffect(() => {
    if (told && Object.keys(told).length > 0) setErrors(told);
  }, [told, setErrors]);

  const submit = form.onSubmit(
    (values) => onSave(profileFormSchema.parse(values)),
    () => setTries((count) => count + 1),
  );
  const cancel = () => {
    dropDraft(draft);
    onCancel();
  };

  return (
    <form onSubmit={submit} noValidate className={classes.form} aria-label="Your details">
      {tries > 0 || told ? <ErrorSummary faults={faultsOf(form.errors)} tries={tries} /> : null}
      <Fields form={form} fields={personalFields} />
      <details className={classes.part}>
        <summary>Permanent address (optional)</summary>
        <Fields form={form} fields={addressFields} />
      </details>
      <details className={classes.part}>
        <summary>Correspondence address (optional)</summary>
        <Fields form={form} fields={addressFields} group="correspondence_address" />
      </details>
      {failure ? (
        <Notice tone="wrong" role="alert" title={failure.text}>
          {failure.advice ? <p>{failure.advice}</p> : null}
          <p>Nothing you typed is lost.</p>
          {failure.needsSignIn ? <PageLink href={`/login?from=${from}`}>Sign in again and come back</PageLink> : null}
        </Notice>
      ) : null}
      <div className={classes.actions}>
        <ActionButton type="submit" loading={isSaving}>
          Save
        </ActionButton>
        <Button variant="outline" onClick={cancel} disabled={isSaving}>
          Cancel
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {isSaving ? 'Saving your details…' : ''}
      </p>
      <ConflictDialog hasConflict={hasConflict} />
    </form>
  );
}
