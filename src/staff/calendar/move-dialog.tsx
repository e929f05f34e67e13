import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AcademyCalendar } from '../../../contract/academy-calendar.ts';
import { addDays, daysBetween, realDaySchema } from '../../../contract/days.ts';
import { type CheckedMove, checkBatchMove, moveStaffBatch } from '../../../contract/staff/batch-changes.ts';
import type { CalendarBatch, CalendarOptions } from '../../../contract/staff/batches.ts';
import { isOfflineError } from '../../lib/api.ts';
import { academyDay, formatDays } from '../../lib/format/format.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { FormModal } from '../forms/form-dialog.tsx';
import { failureMessage, readableDays } from '../forms/form-errors.ts';
import { useRequestKey } from '../forms/request-key.ts';
import { calendarMutations, calendarQueries } from './calendar.queries.ts';
import { clashText, sameStartText } from './clash-text.ts';
import { MovedStudents, MoveEmails, useMovedStudents } from './moved-students.tsx';
import { useSettled } from './use-settled.ts';
import { AcceptanceField, useAcceptance, WarningLines } from './warnings.tsx';

type Move = {
  start_date: string;
  end_date: string;
  ignores_length: boolean;
  notice: 'choice' | 'email' | 'none';
  reason: string;
};

type MovableBatch = Pick<CalendarBatch, 'id' | 'course_id' | 'course_name' | 'start_date' | 'end_date'>;

/**
 * The new last day of a batch if its first day becomes `start`. If the batch now has the length of its course, not
 * counting days off, it keeps that length. Otherwise it keeps its number of calendar days.
 */
function movedEnd(batch: MovableBatch, start: string, options: CalendarOptions | undefined): string {
  const course = options?.courses.find(({ id }) => id === batch.course_id);
  const calendar = new AcademyCalendar(options?.days_off);
  return course && calendar.lastDay(batch.start_date, course) === batch.end_date
    ? calendar.lastDay(start, course)
    : addDays(start, daysBetween(batch.start_date, batch.end_date));
}

/**
 * Whether the dates are complete and do not match the length of the batch's course. Null if the length is unknown,
 * because the course is no longer offered.
 */
function hasOtherLength({ course_id }: MovableBatch, days: Days, options: CalendarOptions | undefined): boolean | null {
  const course = options?.courses.find(({ id }) => id === course_id);
  if (!course) return null;
  if (!areDays(days) || days.end_date < days.start_date) return false;
  return new AcademyCalendar(options?.days_off).lengthFault(days.start_date, days.end_date, course) !== null;
}

/** Where a batch was dragged in the calendar: its new first day, or its new last day if only its end was dragged. */
export type MovedDay = { start_date: string } | { end_date: string };

/**
 * The dates that the dialog shows at first: the dates to which the batch was dragged (`to`), otherwise its current
 * dates.
 */
function firstDates(batch: MovableBatch, to: MovedDay | undefined, options: CalendarOptions | undefined): Days {
  const { start_date, end_date } = batch;
  if (!to) return { start_date, end_date };
  if ('end_date' in to) return { start_date, end_date: to.end_date };
  return { start_date: to.start_date, end_date: movedEnd(batch, to.start_date, options) };
}

type MoveDialogProps = {
  batch: MovableBatch;
  to?: MovedDay;
  /**
   * Whether the staff member's role may read the names of students. If not, either all students are notified or none.
   */
  mayListStudents: boolean;
  onClose: () => void;
};

type Dates = Pick<Move, 'start_date' | 'end_date' | 'ignores_length'>;

type Days = Pick<Move, 'start_date' | 'end_date'>;

const areDays = ({ start_date, end_date }: Days) =>
  [start_date, end_date].every((day) => realDaySchema.safeParse(day).success);
const isSameDays = (one: Days, other: Days) => one.start_date === other.start_date && one.end_date === other.end_date;
const isSameMove = (one: Dates, other: Dates) => isSameDays(one, other) && one.ignores_length === other.ignores_length;

/** Asks the server for the consequences of a move, a moment after the last change of the dates. */
function useMoveCheck(id: number, dates: Dates) {
  const { settled, isCurrent } = useSettled(dates);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...calendarQueries.moveCheck(id, settled),
    enabled: areDays(settled),
    placeholderData: keepPreviousData,
  });
  return {
    checked: isCurrent && !isFetching && !isPlaceholderData && !error ? data : undefined,
    /** The dates that the batch had in the database when the server last checked the move. */
    before: data?.before,
    error: isCurrent && !isFetching ? error : null,
    isChecking: areDays(dates) && (!isCurrent || isFetching),
    checkAgain: () => void refetch(),
  };
}

/**
 * The order ids in the request. `affected`: the orders of all students whom the staff member was shown. `notify`: the
 * orders of the students who are to be notified.
 */
const chosenOrders = ({ students, chosen }: Pick<ReturnType<typeof useMovedStudents>, 'students' | 'chosen'>) => ({
  affected: students.map(({ order_id }) => order_id),
  notify: chosen.map(({ order_id }) => order_id),
});

/**
 * The warnings about new dates; none while the dates are unchanged. The clashes of the current dates are shown on the
 * batch's page. In this dialog they would look like an error before staff have entered anything.
 */
function warningsOf(checked: CheckedMove | undefined) {
  if (!checked || isSameDays(checked.before, checked.after))
    return { isMoved: false, clashes: [], sameStarts: [], daysOff: [] };
  const { after, clashes, same_start, days_off } = checked;
  return {
    isMoved: true,
    clashes: clashes.map(clashText),
    sameStarts: same_start.map((other) => sameStartText(after.start_date, other)),
    daysOff: days_off.map((text) => `${readableDays(text)}.`),
  };
}

/** Warns that the dates of the batch are not those that the staff member saw when the dialog was opened. */
const changedDatesText = (seen: Days, stored: Days) =>
  isSameDays(seen, stored)
    ? []
    : [
        `The dates of this batch have changed since you opened this page. They were ${formatDays(seen.start_date, seen.end_date)}.`,
      ];

type MovePreviewProps = { checked: CheckedMove; warnings: readonly string[]; children: ReactNode };

/**
 * Previews a move: the new dates, the number of affected students, the emails to be sent (`children`) and the warnings.
 */
function MovePreview({ checked: { before, after, affected }, warnings, children }: MovePreviewProps) {
  const days = formatDays(after.start_date, after.end_date);
  return (
    <Notice
      tone={warnings.length > 0 ? 'error' : 'plain'}
      role="status"
      title={isSameDays(before, after) ? `Dates unchanged: ${days}` : `New dates: ${days}`}
    >
      <p>
        {affected.booked} booked, {affected.paying} paying now, {affected.without_email} without an email address.
      </p>
      {children}
      <WarningLines lines={warnings} />
    </Notice>
  );
}

/**
 * Moves a batch to other dates or changes its length. First shows which students the new dates affect, and with which
 * other batches the dates clash.
 */
export function MoveDialog({ batch: current, to, mayListStudents, onClose }: MoveDialogProps) {
  // The batch as it was when the dialog opened. Changes by others may be loaded into `current` meanwhile.
  const [batch] = useState(current);
  const { data: options } = useQuery(calendarQueries.options());
  const request = useRequestKey();
  const { id, course_name } = batch;
  // The students of a batch that has begun cannot be offered a choice of another batch.
  const hasBegun = batch.start_date <= academyDay();
  const notice = hasBegun ? 'email' : 'choice';
  const initialValues: Move = { ...firstDates(batch, to, options), ignores_length: false, notice, reason: '' };
  const schema = moveStaffBatch.body.pick({ start_date: true, end_date: true, reason: true });
  const form = useForm({ initialValues, validate: schemaResolver(schema, { sync: true }) });
  const { notice: _, reason: __, ...dates } = form.values;
  const { checked, before = batch, error, isChecking, checkAgain } = useMoveCheck(id, dates);
  const moved = useMovedStudents(id, mayListStudents);
  const moving = useMutation({
    ...calendarMutations.move(id, request.key),
    onSuccess: onClose,
    onError(error) {
      request.onError(error);
      // After a refusal, load the affected students again, because they may have changed. If no response came, the
      // batch may have been moved already. Then keep the loaded students: staff can repeat the same request, and its
      // response shows whether the batch was moved.
      if (isOfflineError(error)) return;
      checkAgain();
      moved.readAgain();
    },
  });
  const { isMoved, clashes, sameStarts, daysOff } = warningsOf(checked);
  const warnings = [...changedDatesText(batch, before), ...clashes, ...sameStarts, ...daysOff];
  const acceptance = useAcceptance({ clashes, sameStarts });
  // Show the error of the last attempt only as long as the form has the dates of that attempt.
  const isRefused = moving.isError && isSameMove(moving.variables, dates);
  const isNotified = form.values.notice !== 'none';
  const failure = error ?? (isRefused ? moving.error : null);
  const isOtherLength =
    dates.ignores_length ||
    (hasOtherLength(batch, dates, options) ?? isRefusal(failure, checkBatchMove, 'WRONG_LENGTH'));
  const save = form.onSubmit(
    (move) => {
      if (!checked || !moved.isLoaded) return;
      const isWhoGiven = move.notice === 'none' || moved.check();
      if (acceptance.check() && isWhoGiven)
        moving.mutate({
          ...{ ...move, before: checked.before },
          ...(mayListStudents ? chosenOrders(moved) : { affected: checked.affected.orders }),
        });
      else moving.reset();
    },
    () => moving.reset(),
  );
  const hasChanges = form.isDirty() || moved.chosen.length < moved.students.length;
  return (
    <FormModal title="Move this batch" isBusy={moving.isPending} {...{ hasChanges, onClose }}>
      {(close) => (
        <form onSubmit={save} noValidate>
          <Stack gap="sm">
            {failure ? <Notice tone="error" role="alert" title={failureMessage(failure)} /> : null}
            <Text className="anywhere">
              {course_name}, now {formatDays(before.start_date, before.end_date)}
            </Text>
            <TextInput
              type="date"
              label="First day"
              required
              {...form.getInputProps('start_date')}
              onChange={({ currentTarget: { value } }) => {
                form.setFieldValue('start_date', value);
                if (realDaySchema.safeParse(value).success)
                  form.setFieldValue('end_date', movedEnd(batch, value, options));
              }}
            />
            <TextInput type="date" label="Last day" required {...form.getInputProps('end_date')} />
            {isOtherLength ? (
              <Checkbox
                label="The dates are right, although the course has another length"
                {...form.getInputProps('ignores_length', { type: 'checkbox' })}
              />
            ) : null}
            <NativeSelect
              label="Booked students"
              data={[
                ...(hasBegun ? [] : [{ value: 'choice', label: 'get an email with a link to choose' }]),
                { value: 'email', label: 'get an email' },
                { value: 'none', label: 'are not notified' },
              ]}
              {...form.getInputProps('notice')}
            />
            <MovedStudents batchId={id} moved={moved} isNotified={isNotified} />
            <Textarea label="Reason" description="For the audit log" required {...form.getInputProps('reason')} />
            {checked ? (
              <MovePreview checked={checked} warnings={warnings}>
                {isNotified && isMoved ? (
                  <MoveEmails
                    moved={moved}
                    subject={checked.email_subjects[form.values.notice === 'choice' ? 'choice' : 'email']}
                    hasLink={form.values.notice === 'choice'}
                  />
                ) : null}
              </MovePreview>
            ) : null}
            <AcceptanceField action="Move the batch" acceptance={acceptance} />
            {isChecking ? <Text c="dimmed">Looking for students and clashes…</Text> : null}
            <Group>
              <Button type="submit" disabled={!checked || !moved.isLoaded} loading={moving.isPending}>
                Move the batch
              </Button>
              <Button variant="subtle" onClick={close} disabled={moving.isPending}>
                Back
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </FormModal>
  );
}
