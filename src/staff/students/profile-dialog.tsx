import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { profileSchema, type Student } from '../../../contract/student.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { failureMessage, fieldErrors } from '../forms/form-errors.ts';
import { useRequestKey } from '../forms/request-key.ts';
import { studentMutations } from './student.queries.ts';
import { inputTypes, type ProfileField, studentFields } from './student-fields.ts';

const names = Object.keys(studentFields) as ProfileField[];
/** Fields that may be empty in the profile of an imported student. */
const emptyable: readonly ProfileField[] = ['email', 'mobile', 'whatsapp_number', 'dob'];

type Values = Record<ProfileField, string>;

/** The fields of the form that differ from the profile. */
function changesOf(profile: Student, values: Values): Partial<Values> {
  return Object.fromEntries(
    names.filter((name) => values[name] !== (profile[name] ?? '')).map((name) => [name, values[name]]),
  );
}

/**
 * Creates the schema of the form. Fields that can be missing in an imported profile may stay empty if they are empty
 * now.
 */
function formSchema(profile: Student) {
  const optional = emptyable.filter((name) => profile[name] === null);
  const { shape } = profileSchema;
  return z.object(
    Object.fromEntries(
      names.map((name) => [name, optional.includes(name) ? z.literal('').or(shape[name]) : shape[name]]),
    ),
  );
}

/** Edits a student's profile, including email address and phone numbers. */
export function ProfileDialog({ profile: current, onClose }: { profile: Student; onClose: () => void }) {
  // The profile as it was when the dialog opened. Only fields that this staff member changed are sent, because others
  // may change the profile meanwhile.
  const [profile] = useState(current);
  const request = useRequestKey();
  const initialValues = Object.fromEntries(names.map((name) => [name, profile[name] ?? ''])) as Values;
  const form = useForm<Values>({ initialValues, validate: schemaResolver(formSchema(profile), { sync: true }) });
  const saving = useMutation({
    ...studentMutations.change(useQueryClient(), profile.id, request.key),
    onSuccess: onClose,
    onError(error) {
      form.setErrors(fieldErrors(error));
      request.onError(error);
    },
  });
  return (
    <FormDialog
      title="Change profile"
      size="lg"
      submit="Save"
      isBusy={saving.isPending}
      hasChanges={form.isDirty()}
      isDisabled={!form.isDirty()}
      failure={saving.isError && Object.keys(form.errors).length === 0 ? failureMessage(saving.error) : null}
      noValidate
      onSubmit={form.onSubmit((values) => saving.mutate(changesOf(profile, values)))}
      onClose={onClose}
    >
      <Text size="sm">
        A changed contact is unverified until the student uses it. The former email address gets a notice of the change.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={studentFields[name]}
            type={inputTypes[name] ?? 'text'}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  );
}
