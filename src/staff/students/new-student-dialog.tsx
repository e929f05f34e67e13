import { Anchor, Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ImportColumn, importColumns, neededColumns } from '../../../contract/staff/student-import.ts';
import { createStudent, type Taken } from '../../../contract/staff/students.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { failureMessage, fieldErrors } from '../forms/form-errors.ts';
import { useRequestKey } from '../forms/request-key.ts';
import { studentMutations } from './student.queries.ts';
import { inputTypes, studentFields } from './student-fields.ts';

type Values = Record<ImportColumn, string> & { may_share_mobile: boolean };

const empty: Values = {
  ...{ first_name: '', last_name: '', email: '', mobile: '', whatsapp_number: '', dob: '' },
  ...{ indos_number: '', passport_number: '', may_share_mobile: false },
};

/** Puts a search text for which no student was found into the fitting field: email address, mobile number or names. */
function valuesFromSearch(text: string): Partial<Values> {
  if (text.includes('@')) return { email: text };
  if (/^\+?[\d\s-]+$/.test(text)) return { mobile: text };
  if (/\d/.test(text)) return {};
  const [first_name = '', ...others] = text.split(/\s+/);
  return { first_name, last_name: others.join(' ') };
}

/**
 * The student who was created or chosen. `email` is missing if this page does not know it, and null if the student has
 * none.
 */
export type ChosenStudent = { id: string; name: string; email?: string | null };

type DialogProps = {
  /** The text that staff searched for before they opened the dialog. */
  searched: string;
  /** Called with the new student, or with an existing student if staff chose that one instead. */
  onDone: (student: ChosenStudent) => void;
  /**
   * Label of the button that chooses an existing student instead. If missing, the dialog only links to the page of that
   * student.
   */
  choose?: (name: string) => string;
  onClose: () => void;
};

function TakenNotice({ taken, choose, onDone }: { taken: readonly Taken[] } & Pick<DialogProps, 'choose' | 'onDone'>) {
  const students = [...new Map(taken.map(({ student }) => [student.id, student])).values()];
  return (
    <Notice tone="error" role="alert" title="There is a student with these details already.">
      <Stack gap="xs">
        {students.map(({ id, name }) => (
          <Group key={id} gap="sm">
            <Anchor
              underline="always"
              className="anywhere"
              renderRoot={(props) => <Link to="/staff/students/$id" params={{ id }} {...props} />}
            >
              {name}
            </Anchor>
            <Text size="sm">
              {taken
                .filter(({ student }) => student.id === id)
                .map(({ field }) => studentFields[field])
                .join(', ')}
            </Text>
            {choose ? (
              <Button size="compact-sm" variant="outline" onClick={() => onDone({ id, name })}>
                {choose(name)}
              </Button>
            ) : null}
          </Group>
        ))}
      </Stack>
    </Notice>
  );
}

/** Creates an account for a new student. The server checks the fields by the same rules as an import. */
export function NewStudentDialog({ searched, onDone, choose, onClose }: DialogProps) {
  const request = useRequestKey();
  const form = useForm<Values>({ initialValues: { ...empty, ...valuesFromSearch(searched.trim()) } });
  const creating = useMutation({
    ...studentMutations.create(useQueryClient(), request.key),
    onSuccess: ({ data }, { first_name, last_name, email }) =>
      onDone({ id: data.id, name: `${first_name.trim()} ${last_name.trim()}`, email: email.trim() || null }),
    onError(error) {
      form.setErrors(fieldErrors(error));
      request.onError(error);
    },
  });
  const taken = isRefusal(creating.error, createStudent, 'USER_EXISTS') ? creating.error.data.taken : [];
  const isShared = form.values.may_share_mobile || taken.some(({ field }) => field === 'mobile');
  const hasFieldErrors = Object.keys(fieldErrors(creating.error)).length > 0;
  return (
    <FormDialog
      title="New student"
      size="lg"
      submit="Create student"
      isBusy={creating.isPending}
      hasChanges={form.isDirty()}
      failure={creating.isError && !hasFieldErrors ? failureMessage(creating.error) : null}
      noValidate
      onSubmit={form.onSubmit((values) => creating.mutate(values))}
      onClose={onClose}
    >
      <Text size="sm">
        The student gets no message, and sets a password at the first sign-in. Leave empty what is not known.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {importColumns.map((name) => (
          <TextInput
            key={name}
            label={studentFields[name]}
            type={inputTypes[name] ?? 'text'}
            required={neededColumns.includes(name)}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      {taken.length > 0 ? <TakenNotice {...{ taken, onDone }} {...(choose ? { choose } : {})} /> : null}
      {isShared ? (
        <Checkbox
          label="Both students use this mobile number, as families do"
          {...form.getInputProps('may_share_mobile', { type: 'checkbox' })}
        />
      ) : null}
    </FormDialog>
  );
}
