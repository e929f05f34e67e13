import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type StaffRole, staffRoles } from '../../../contract/staff/permissions.ts';
import {
  changeStaffRole,
  inviteStaffMember,
  resetStaffMember,
  type StaffMember,
  setStaffInstructor,
  setStaffState,
} from '../../../contract/staff/staff-members.ts';
import { apiOf } from '../../lib/api.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { calendarQueries } from '../calendar/calendar.queries.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';

type MemberDialogProps = { member: StaffMember; onClose: () => void };

const invalidates = [['staff-members']];

/** What each role may do, in the words of docs/staff-handbook.md. */
const roleTexts: Readonly<Record<StaffRole, string>> = {
  administrator: 'May do everything, also staff accounts and settings.',
  registrar:
    'May change students, batches, orders, transfers, office sales, documents, rosters, waiting lists, enquiries and undelivered emails.',
  accounts:
    'May change payments, refunds, cancellations, office sales, office payments and wallets, and see exports and reports.',
  editor:
    'May change all content: courses and packages with their texts, pictures, fees and discounts, departments, groups of Book Online, pages, notices, posts, authors, menus, redirects, policies, booking terms, venues, instructors, and the academy’s name, contacts and details on receipts and certificates.',
  instructor: 'May mark attendance and results in the rosters of their own batches.',
  auditor: 'May read everything, and change nothing.',
};
const roleField = (role: StaffRole) => ({ label: 'Role', data: [...staffRoles], description: roleTexts[role] });
const reasonField = { label: 'Reason', description: 'Stored in the audit log.', autosize: true, minRows: 2 } as const;

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const api = apiOf(useQueryClient());
  const form = useForm({
    initialValues: { email: '', name: '', role: 'registrar' as StaffRole },
    validate: schemaResolver(inviteStaffMember.body, { sync: true }),
  });
  return (
    <ActionDialog
      title="Invite a staff member"
      submit="Send invitation"
      done="The invitation was sent by email."
      {...{ form, invalidates, onClose }}
      send={(body, key) => api.call(inviteStaffMember, { body }, { key })}
    >
      <Text>They get a link by email, which is valid for 7 days, and choose their password and second factor.</Text>
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Email address" type="email" autoComplete="off" {...form.getInputProps('email')} />
      <NativeSelect {...roleField(form.values.role)} {...form.getInputProps('role')} />
    </ActionDialog>
  );
}

export function RoleDialog({ member, onClose }: MemberDialogProps) {
  const api = apiOf(useQueryClient());
  const form = useForm({
    initialValues: { role: member.role, reason: '' },
    validate: schemaResolver(changeStaffRole.body, { sync: true }),
  });
  return (
    <ActionDialog
      title={`Change the role of ${member.name}`}
      submit="Change role"
      done="The role was changed."
      {...{ form, invalidates, onClose }}
      send={(body, key) => api.call(changeStaffRole, { params: { id: member.id }, body }, { key })}
    >
      <NativeSelect {...roleField(form.values.role)} {...form.getInputProps('role')} />
      <Textarea {...reasonField} {...form.getInputProps('reason')} />
    </ActionDialog>
  );
}

/**
 * Connects a staff account with an instructor of the calendar. The owner of the account then sees the instructor's
 * rosters.
 */
export function InstructorDialog({ member, onClose }: MemberDialogProps) {
  const api = apiOf(useQueryClient());
  const { data: options, error, isFetching, refetch } = useQuery(calendarQueries.options());
  const form = useForm({
    initialValues: { instructor_id: member.instructor?.id ?? null, reason: '' },
    validate: schemaResolver(setStaffInstructor.body, { sync: true }),
  });
  const choices = options?.instructors.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  // The server lists no removed instructors. If the instructor of this account was removed, add that instructor to the
  // choices, so that the field still shows who is connected.
  const isOffered = !member.instructor || choices.some(({ value }) => value === member.instructor?.id);
  const removed =
    isOffered || !member.instructor ? [] : [{ value: member.instructor.id, label: member.instructor.name }];
  return (
    <ActionDialog
      title={`Connect ${member.name} with an instructor`}
      submit="Save"
      done="The account was changed."
      {...{ form, invalidates, onClose }}
      send={(body, key) => api.call(setStaffInstructor, { params: { id: member.id }, body }, { key })}
    >
      <Text>They see the rosters of the batches that this instructor holds, and mark attendance there.</Text>
      {error ? (
        <ErrorState
          message="The instructors could not be loaded."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      <NativeSelect
        label="Instructor"
        description="An editor adds instructors under Content."
        disabled={!options}
        data={[{ value: '', label: 'None' }, ...removed, ...choices]}
        {...form.getInputProps('instructor_id')}
        value={form.values.instructor_id ?? ''}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('instructor_id', value || null)}
      />
      <Textarea {...reasonField} {...form.getInputProps('reason')} />
    </ActionDialog>
  );
}

/** Disables or enables an account. */
export function StateDialog({ member, onClose }: MemberDialogProps) {
  const api = apiOf(useQueryClient());
  const isDisabled = member.state === 'disabled';
  const isSetUp = member.second_factors.length > 0;
  const form = useForm({
    initialValues: { is_disabled: !isDisabled, reason: '' },
    validate: schemaResolver(setStaffState.body, { sync: true }),
  });
  return (
    <ActionDialog
      title={isDisabled ? `Enable the account of ${member.name}` : `Disable the account of ${member.name}`}
      submit={isDisabled ? 'Enable account' : 'Disable account'}
      done={isDisabled ? 'The account is enabled.' : 'The account is disabled.'}
      isDangerous={!isDisabled}
      {...{ form, invalidates, onClose }}
      send={(body, key) => api.call(setStaffState, { params: { id: member.id }, body }, { key })}
    >
      <Text>
        {isDisabled
          ? isSetUp
            ? 'They can sign in again with their password and second factor.'
            : 'They have not set up their account. Send them a new link afterwards.'
          : 'They are signed out on every device at once and cannot sign in. Nothing is deleted.'}
      </Text>
      <Textarea {...reasonField} data-autofocus {...form.getInputProps('reason')} />
    </ActionDialog>
  );
}

/**
 * Resets an account: removes its password and second factors, and emails a link to set them up again. A staff member
 * who has not accepted the invitation yet only gets a new link.
 */
export function ResetDialog({ member, onClose }: MemberDialogProps) {
  const api = apiOf(useQueryClient());
  const isInvited = member.state === 'invited';
  const form = useForm({
    initialValues: { reason: '' },
    validate: schemaResolver(resetStaffMember.body, { sync: true }),
  });
  return (
    <ActionDialog
      title={isInvited ? `Send ${member.name} a new link` : `Reset the sign-in of ${member.name}`}
      submit={isInvited ? 'Send link' : 'Reset sign-in'}
      done="The link was sent by email."
      isDangerous={!isInvited}
      {...{ form, invalidates, onClose }}
      send={(body, key) => api.call(resetStaffMember, { params: { id: member.id }, body }, { key })}
    >
      <Text>
        {isInvited
          ? 'The link that they have no longer works.'
          : 'Their password, second factors and recovery codes stop working at once, and they are signed out. They get a link by email to set up new ones.'}
      </Text>
      <Textarea {...reasonField} data-autofocus {...form.getInputProps('reason')} />
    </ActionDialog>
  );
}
