import { Button, Checkbox, Group, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import type { DaysOff } from '../../../contract/academy-calendar.ts';
import { counted } from '../../../contract/counted.ts';
import { weekdays } from '../../../contract/days.ts';
import { type BatchesOnDaysOff, changeDaysOff } from '../../../contract/staff/days-off.ts';
import { apiOf } from '../../lib/api.ts';
import { formatDay, formatDays } from '../../lib/format/format.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { LeaveDialog } from '../forms/leave-dialog.tsx';
import { useRequestKey } from '../forms/request-key.ts';
import { focusSoon } from '../frame/keep-focus.ts';
import { KnownLink } from '../frame/known-link.tsx';
import { Section } from '../frame/section.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { calendarKey, calendarQueries } from './calendar.queries.ts';

/**
 * Identifies a row of the form as its React key. If the index were the key, the focus and the texts of a removed row
 * would move to the next row.
 */
type Row = { key: string };
type Values = {
  weekly_off: DaysOff['weekly_off'];
  holidays: Array<DaysOff['holidays'][number] & Row>;
  breaks: Array<DaysOff['breaks'][number] & Row>;
  reason: string;
};
type FieldsProps = { form: UseFormReturnType<Values> };

const day = z.iso.date('Choose the day');
const name = z.string().trim().min(1, 'Enter a name').max(100, 'At most 100 characters');
const schema = z.object({
  weekly_off: z.array(z.enum(weekdays)).max(6, 'Lessons need at least one weekday'),
  holidays: z
    .array(z.object({ date: day, name }))
    .refine((list) => new Set(list.map(({ date }) => date)).size === list.length, 'A day has one holiday only'),
  breaks: z.array(
    z.object({ name, start_date: day, end_date: day }).refine(({ start_date, end_date }) => end_date >= start_date, {
      path: ['end_date'],
      message: 'Not before the first day',
    }),
  ),
  reason: changeDaysOff.body.shape.reason,
});

function HolidayFields({ form }: FieldsProps) {
  return (
    <Section
      title="Holidays"
      action={
        <Button
          variant="outline"
          onClick={() => {
            form.insertListItem('holidays', { key: randomId(), date: '', name: '' });
            focusSoon(() => form.getInputNode(`holidays.${form.values.holidays.length}.date`));
          }}
        >
          Add a holiday
        </Button>
      }
    >
      {form.values.holidays.length === 0 ? <Text c="dimmed">None yet.</Text> : null}
      {form.values.holidays.map(({ key }, index) => (
        <Group key={key} gap="sm" align="end">
          <TextInput
            type="date"
            label="Day"
            aria-label={`Day of holiday ${index + 1}`}
            {...form.getInputProps(`holidays.${index}.date`)}
          />
          <TextInput
            label="Name"
            aria-label={`Name of holiday ${index + 1}`}
            flex="1 1 12rem"
            {...form.getInputProps(`holidays.${index}.name`)}
          />
          <Button
            variant="subtle"
            aria-label={`Remove holiday ${index + 1}`}
            onClick={() => form.removeListItem('holidays', index)}
          >
            Remove
          </Button>
        </Group>
      ))}
      {form.errors.holidays ? <Text c="var(--port)">{form.errors.holidays}</Text> : null}
    </Section>
  );
}

function BreakFields({ form }: FieldsProps) {
  return (
    <Section
      title="Breaks"
      action={
        <Button
          variant="outline"
          onClick={() => {
            form.insertListItem('breaks', { key: randomId(), name: '', start_date: '', end_date: '' });
            focusSoon(() => form.getInputNode(`breaks.${form.values.breaks.length}.name`));
          }}
        >
          Add a break
        </Button>
      }
    >
      {form.values.breaks.length === 0 ? (
        <Text c="dimmed">None yet, such as the monsoon or the year's end.</Text>
      ) : null}
      {form.values.breaks.map(({ key }, index) => (
        <Group key={key} gap="sm" align="end">
          <TextInput
            label="Name"
            aria-label={`Name of break ${index + 1}`}
            flex="1 1 12rem"
            {...form.getInputProps(`breaks.${index}.name`)}
          />
          <TextInput
            type="date"
            label="First day"
            aria-label={`First day of break ${index + 1}`}
            {...form.getInputProps(`breaks.${index}.start_date`)}
          />
          <TextInput
            type="date"
            label="Last day"
            aria-label={`Last day of break ${index + 1}`}
            {...form.getInputProps(`breaks.${index}.end_date`)}
          />
          <Button
            variant="subtle"
            aria-label={`Remove break ${index + 1}`}
            onClick={() => form.removeListItem('breaks', index)}
          >
            Remove
          </Button>
        </Group>
      ))}
    </Section>
  );
}

type FormProps = {
  daysOff: DaysOff;
  /**
   * Called when the form must be opened again with the current days off: after saving, or to load changes by others.
   * `affected`: after saving, the existing batches on the new days off.
   */
  onRestart: (affected: BatchesOnDaysOff | null) => void;
};

function DaysOffForm({ daysOff, onRestart }: FormProps) {
  const client = useQueryClient();
  const { key, onError } = useRequestKey();
  // The days off that the staff member saw when the form was opened. A refetch changes `daysOff`, but not the form.
  const [seen] = useState(daysOff);
  const byDay = seen.holidays.toSorted((a, b) => a.date.localeCompare(b.date));
  const initialValues: Values = {
    weekly_off: seen.weekly_off,
    holidays: byDay.map((one) => ({ ...one, key: randomId() })),
    breaks: seen.breaks.map((one) => ({ ...one, key: randomId() })),
    reason: '',
  };
  const form = useForm({ initialValues, validate: schemaResolver(schema, { sync: true }) });
  const options = calendarQueries.options();
  const saving = useMutation({
    async mutationFn({ reason, holidays, breaks, weekly_off }: Values) {
      const lists = {
        weekly_off,
        holidays: holidays.map(({ key: _, ...one }) => one),
        breaks: breaks.map(({ key: _, ...one }) => one),
      };
      const { data: affected } = await apiOf(client).call(changeDaysOff, { body: { ...lists, seen, reason } }, { key });
      return { lists, affected };
    },
    meta: { invalidates: [calendarKey], successToast: 'Days off saved' },
    onSuccess({ lists, affected }) {
      client.setQueryData(options.queryKey, (old) => old && { ...old, days_off: lists });
      onRestart(affected);
    },
    onError,
  });
  const loading = useMutation({
    mutationFn: () => client.fetchQuery({ ...options, staleTime: 0 }),
    onSuccess: () => onRestart(null),
  });
  return (
    <form onSubmit={form.onSubmit((values) => saving.mutate(values))} noValidate className="stack gap-4">
      <Text>
        No batch of a series starts on these days, and they do not count for courses that are counted in days. Batches
        that exist already keep their dates, and days with attendance marks stay on their rosters. After saving, the
        page lists the batches on the new days off.
      </Text>
      <Section title="Weekdays without lessons">
        <Checkbox.Group aria-label="Weekdays without lessons" {...form.getInputProps('weekly_off')}>
          <Group gap="md">
            {weekdays.map((weekday) => (
              <Checkbox key={weekday} value={weekday} label={weekday.replace(/^./, (letter) => letter.toUpperCase())} />
            ))}
          </Group>
        </Checkbox.Group>
      </Section>
      <HolidayFields form={form} />
      <BreakFields form={form} />
      <Textarea
        label="Reason"
        description="For the audit log, such as: holidays of 2027"
        required
        maw={720}
        {...form.getInputProps('reason')}
      />
      {saving.error ? (
        <Notice
          tone="error"
          role="alert"
          title={failureMessage(saving.error)}
          action={
            isRefusal(saving.error, changeDaysOff, 'DAYS_OFF_CHANGED') ? (
              <Button variant="outline" loading={loading.isPending} onClick={() => loading.mutate()}>
                Discard mine and load the newer lists
              </Button>
            ) : null
          }
        >
          {loading.error ? failureMessage(loading.error) : null}
        </Notice>
      ) : null}
      <Stack align="start">
        <Button type="submit" loading={saving.isPending}>
          Save the days off
        </Button>
      </Stack>
      <LeaveDialog title="Leave without saving the days off?" hasEntries={() => form.isDirty()} />
    </form>
  );
}

/**
 * Shown after saving: the existing batches with lessons on the new days off. The list takes the focus, so that the page
 * scrolls up to it from the submit button at the end of the form.
 */
function AffectedBatches({ affected: { batches, total } }: { affected: BatchesOnDaysOff }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice
        role="status"
        title={`${counted(total, 'batch', 'batches')} on the new days off: ${total === 1 ? 'it keeps its dates' : 'they keep their dates'}`}
      >
        <ul>
          {batches.map(({ id, course_name, start_date, end_date, day: off, reason }) => (
            <li key={id} className="anywhere">
              <KnownLink to={`/staff/batches/${id}`}>
                {course_name}, {formatDays(start_date, end_date)}
              </KnownLink>
              : {formatDay(off)}, {reason}
            </li>
          ))}
        </ul>
        {total > batches.length ? <p>and {total - batches.length} later ones. The calendar shades the days.</p> : null}
      </Notice>
    </div>
  );
}

/** The days on which the academy does not teach. */
export function DaysOffPage() {
  const { data, isError, isFetching, isFetchedAfterMount, refetch } = useQuery(calendarQueries.options());
  // React key of the form. It changes only when the form must be opened again, so that a refetch does not discard what
  // was typed.
  const [start, setStart] = useState(0);
  const [affected, setAffected] = useState<BatchesOnDaysOff | null>(null);
  // The cached days off may be outdated, so the form is shown only after they have been requested again on this visit.
  const isReady = data !== undefined && isFetchedAfterMount;
  return (
    <StaffPage title="Days off">
      {isError && !data ? (
        <ErrorState
          message="The days off could not be loaded."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {!isReady && !isError ? <Skeleton height="20rem" role="status" aria-label="The days off are loading" /> : null}
      {isReady ? (
        <>
          {affected && affected.total > 0 ? <AffectedBatches key={start} affected={affected} /> : null}
          <DaysOffForm
            key={`form ${start}`}
            daysOff={data.days_off}
            onRestart={(found) => {
              setAffected(found);
              setStart((count) => count + 1);
            }}
          />
        </>
      ) : null}
    </StaffPage>
  );
}
