import { Group, NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { type BatchRecord, changeStaffBatch, checkBatchChange } from '../../../contract/staff/batches.ts';
import { apiOf } from '../../lib/api.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { calendarKey, calendarQueries } from './calendar.queries.ts';
import { clashCount, clashText } from './clash-text.ts';
import { clockTimes } from './clock-times.ts';
import { useSettled } from './use-settled.ts';
import { AcceptanceField, useAcceptance, WarningLines } from './warnings.tsx';

type Change = {
  capacity: number | string;
  office_seats: number | string;
  venue_id: string;
  instructor_id: string;
  start_time: string;
  end_time: string;
  status: string;
  reason: string;
};

const { capacity, office_seats, reason } = changeStaffBatch.body.shape;
const schema = z
  .object({
    capacity: z.number('Enter the number of seats').pipe(capacity.unwrap()),
    office_seats: z.number('Enter a number, or 0').pipe(office_seats.unwrap()),
    start_time: z.string(),
    end_time: z.string(),
    reason,
  })
  .superRefine(({ start_time: start, end_time: end }, check) => {
    const refuse = (field: string, message: string) => check.addIssue({ code: 'custom', path: [field], message });
    if (start !== '' && end === '') refuse('end_time', 'Enter when the lessons end');
    if (start === '' && end !== '') refuse('start_time', 'Enter when the lessons start');
    if (start !== '' && end !== '' && end <= start) refuse('end_time', 'The lessons end after they start');
  });

const statuses = {
  draft: { value: 'draft', label: 'draft: students do not see it' },
  open: { value: 'open', label: 'open: students can book' },
  closed: { value: 'closed', label: 'closed: nobody can book' },
};

/**
 * The states that staff can choose for a batch that is now in `state`. Null for a running or completed batch, whose
 * state follows from its dates, and for a cancelled one.
 */
function choosable(state: BatchRecord['state']) {
  if (state === 'draft') return [statuses.draft, statuses.open];
  return state === 'open' || state === 'closed' ? [statuses.open, statuses.closed] : null;
}

const changedIn =
  (before: Change, after: Change) =>
  (...fields: Array<keyof Change>) =>
    fields.some((field) => before[field] !== after[field]);

/** The changed fields of the form that can lead to a clash: venue, instructor and times. */
function placeChangesOf(before: Change, after: Change) {
  const isChanged = changedIn(before, after);
  const { venue_id, instructor_id, start_time, end_time } = after;
  return {
    ...(isChanged('venue_id') ? { venue_id: venue_id || null } : {}),
    ...(isChanged('instructor_id') ? { instructor_id: instructor_id || null } : {}),
    ...(isChanged('start_time', 'end_time') ? { times: start_time || end_time ? { start_time, end_time } : null } : {}),
  };
}

/** The changed fields of the form. Unchanged ones are not sent, so that they do not overwrite changes by others. */
function changesOf(before: Change, after: Change) {
  const isChanged = changedIn(before, after);
  const { status } = after;
  return {
    ...(isChanged('capacity') ? { capacity: Number(after.capacity) } : {}),
    ...(isChanged('office_seats') ? { office_seats: Number(after.office_seats) } : {}),
    ...placeChangesOf(before, after),
    ...(isChanged('status') ? { status: status === 'open' ? ('open' as const) : ('closed' as const) } : {}),
  };
}

/** Asks the server for the clashes of the changed batch, a moment after the last change of the form. */
function useClashes(id: number, changes: ReturnType<typeof placeChangesOf>) {
  const isSound = (one: typeof changes) => Object.keys(one).length > 0 && checkBatchChange.body.safeParse(one).success;
  const { settled, isCurrent } = useSettled(changes);
  const { data, isFetching, isError } = useQuery({
    ...calendarQueries.changeCheck(id, settled),
    enabled: isSound(settled),
  });
  const isChecking = isSound(changes) && (!isCurrent || isFetching);
  return { isChecking, clashes: isCurrent ? (data ?? []) : [], isUnknown: isCurrent && isError };
}

/**
 * Changes the seats, place, times or state of a batch. The dates are changed in another dialog, which moves the batch.
 */
export function ChangeDialog({ batch, onClose }: { batch: BatchRecord; onClose: () => void }) {
  const client = useQueryClient();
  const { data: options } = useQuery(calendarQueries.options());
  const { id, venue, instructor, state, times, booked, held } = batch;
  const form = useForm<Change>({
    initialValues: {
      ...{ capacity: batch.capacity, office_seats: batch.office, reason: '', status: state },
      ...{ venue_id: venue?.id ?? '', instructor_id: instructor?.id ?? '', ...clockTimes(times) },
    },
    validate: schemaResolver(schema, { sync: true }),
  });
  // The values with which the dialog was opened. `batch` may be reloaded with changes by others while the dialog is
  // open.
  const before = form.getInitialValues();
  const { clashes, isChecking, isUnknown } = useClashes(id, placeChangesOf(before, form.values));
  const acceptance = useAcceptance({ clashes: clashes.map(clashText), sameStarts: [] });
  const states = choosable(state);
  // Also offer the batch's current venue or instructor if the academy no longer uses it for new batches.
  const items = (known: Array<{ value: string; label: string }>, own: { value: string; label: string } | null) => [
    { value: '', label: 'Not decided' },
    ...(own && !known.some(({ value }) => value === own.value) ? [own] : []),
    ...known,
  ];
  return (
    <ActionDialog
      title="Change this batch"
      submit="Save"
      done="Batch changed"
      {...{ form, onClose, invalidates: [calendarKey], isDisabled: isChecking }}
      canSend={acceptance.check}
      send={(after, key) => {
        const body = { ...changesOf(before, after), reason: after.reason };
        return apiOf(client).call(changeStaffBatch, { params: { id }, body }, { key });
      }}
    >
      <Text size="sm">
        {booked} booked, {held} held. To change the dates, move the batch.
      </Text>
      <Group gap="sm" grow align="start">
        <NumberInput label="Seats" min={1} allowDecimal={false} data-autofocus {...form.getInputProps('capacity')} />
        <NumberInput
          label="Of these, kept for the office"
          min={0}
          allowDecimal={false}
          {...form.getInputProps('office_seats')}
        />
      </Group>
      <NativeSelect
        label="Venue"
        data={items(
          (options?.venues ?? []).map(({ id: value, address: label }) => ({ value, label })),
          venue && { value: venue.id, label: venue.address },
        )}
        {...form.getInputProps('venue_id')}
      />
      <NativeSelect
        label="Instructor"
        data={items(
          (options?.instructors ?? []).map(({ id: value, name: label }) => ({ value, label })),
          instructor && { value: instructor.id, label: instructor.name },
        )}
        {...form.getInputProps('instructor_id')}
      />
      <Group gap="sm" grow align="start">
        <TextInput type="time" label="Lessons start at" {...form.getInputProps('start_time')} />
        <TextInput type="time" label="Lessons end at" {...form.getInputProps('end_time')} />
      </Group>
      {times === 'various' ? (
        <Text size="sm">The days have different times. Times entered here replace them all.</Text>
      ) : null}
      {clashes.length > 0 ? (
        <Notice tone="error" role="status" title={clashCount(clashes.length)}>
          <WarningLines lines={clashes.map(clashText)} />
        </Notice>
      ) : null}
      {isChecking ? <Text size="sm">Looking for clashes…</Text> : null}
      {isUnknown ? (
        <Text size="sm">Clashes could not be looked up. They are shown after the change is saved.</Text>
      ) : null}
      {states ? <NativeSelect label="State" data={states} {...form.getInputProps('status')} /> : null}
      {state !== 'closed' && form.values.status === 'closed' ? (
        <Text size="sm">Payments that are running can finish. The waiting list of the batch ends.</Text>
      ) : null}
      <Textarea label="Reason" description="For the audit log" required {...form.getInputProps('reason')} />
      <AcceptanceField action="Save the change" acceptance={acceptance} />
    </ActionDialog>
  );
}
