import { Anchor, Button, Group, Skeleton, Text, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { AcademyCalendar } from '../../../../contract/academy-calendar.ts';
import { counted } from '../../../../contract/counted.ts';
import {
  type BatchRecord,
  type CalendarOptions,
  type CheckedBatch,
  getStaffBatch,
  mostNewBatches,
  type NewStaffBatch,
} from '../../../../contract/staff/batches.ts';
import { formatDays } from '../../../lib/format/format.ts';
import { isRefusal } from '../../../lib/refusals.ts';
import { ErrorState } from '../../../ui/messages/error-state.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { failureMessage } from '../../forms/form-errors.ts';
import { LeaveDialog } from '../../forms/leave-dialog.tsx';
import { useRequestKey } from '../../forms/request-key.ts';
import { Section } from '../../frame/section.tsx';
import { StaffPage } from '../../frame/staff-page.tsx';
import { calendarMutations, calendarQueries } from '../calendar.queries.ts';
import { newBatchesRoute } from '../calendar-feature.ts';
import { clashText, overlapText, sameStartText } from '../clash-text.ts';
import { clockTimes } from '../clock-times.ts';
import { useSettled } from '../use-settled.ts';
import { AcceptanceField, useAcceptance } from '../warnings.tsx';
import {
  type BatchPlan,
  type Corrections,
  emptyPlan,
  hasDays,
  type PlannedBatch,
  planBatches,
  planSchema,
  toNewBatches,
} from './batch-plan.ts';
import { PlanFields } from './plan-fields.tsx';
import { PlannedList } from './planned-list.tsx';
import { useLatestBatch } from './use-latest-batch.ts';

const noConflicts = {
  clashes: new Map<string, string[]>(),
  sameStarts: new Map<string, string[]>(),
  lines: new Map<string, string[]>(),
  existing: null,
};

/** The existing batches of the course in the period of the planned batches. */
type Existing = { count: number; overlapping: number; first: string; last: string };

/** `overlapping`: how many of the planned batches have days in common with an existing batch of the course. */
function toExisting(checked: readonly CheckedBatch[], count: number): Existing {
  return {
    count,
    overlapping: checked.filter(({ overlaps }) => overlaps.length > 0).length,
    first: checked.map(({ start_date }) => start_date).sort()[0] ?? '',
    last:
      checked
        .map(({ end_date }) => end_date)
        .sort()
        .at(-1) ?? '',
  };
}

/** Asks the server for clashes and overlaps of the batches to create, a moment after the last change of the form. */
function useCheck(batches: readonly NewStaffBatch[], keys: readonly string[]) {
  const { settled: current, isCurrent } = useSettled({ batches, keys });
  const isPossible = current.batches.length > 0 && current.batches.length <= mostNewBatches;
  const query = useQuery({ ...calendarQueries.check(current.batches), enabled: isPossible });
  const conflicts = useMemo(() => {
    if (!isPossible || !query.data) return noConflicts;
    const { data: checked, existing } = query.data;
    const byKey = (read: (one: CheckedBatch) => string[]) =>
      new Map(checked.map((one, index) => [current.keys[index] ?? '', read(one)]));
    const clashes = byKey((one) => one.clashes.map(clashText));
    const sameStarts = byKey((one) => one.same_start.map((id) => sameStartText(one.start_date, id)));
    // Leave out the batches with the same first day, because they have a warning of their own (`sameStarts`).
    const overlaps = byKey(({ overlaps, same_start }) =>
      overlaps.filter(({ batch_id }) => !same_start.includes(batch_id)).map(overlapText),
    );
    const linesOf = (key: string) => [clashes, sameStarts, overlaps].flatMap((lines) => lines.get(key) ?? []);
    return {
      ...{ clashes, sameStarts, existing: toExisting(checked, existing) },
      /** All warnings about each batch. */
      lines: new Map(current.keys.map((key) => [key, linesOf(key)])),
    };
  }, [isPossible, query.data, current]);
  return { ...conflicts, error: isCurrent ? query.error : null, isChecking: !isCurrent || query.isFetching };
}

type Created = { ids: readonly number[]; course: number | undefined; first: string; last: string };

/**
 * The message at the top of the form that says what was created. It takes the focus, so that the page scrolls up to it
 * from the submit button at the end of the form.
 */
function CreatedNotice({ created: { ids, course, first, last } }: { created: Created }) {
  const [id] = ids;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice
        tone="success"
        role="status"
        title={`${counted(ids.length, 'batch', 'batches')} created, ${formatDays(first, last)}`}
      >
        <Group gap="md">
          <Anchor
            underline="always"
            renderRoot={(props) => <Link to="/staff/calendar" search={{ day: first, course }} {...props} />}
          >
            Show in the calendar
          </Anchor>
          {ids.length === 1 && id !== undefined ? (
            <Anchor
              underline="always"
              renderRoot={(props) => <Link to="/staff/batches/$id" params={{ id }} {...props} />}
            >
              Open the batch
            </Anchor>
          ) : null}
        </Group>
        <p>Choose another course below to go on with the same days.</p>
      </Notice>
    </div>
  );
}

/** Says how many batches the course already has in the period of the planned batches, with a link to them. */
function ExistingBatches({ existing, course }: { existing: Existing; course: string }) {
  const { count, overlapping, first, last } = existing;
  return (
    <Text role="status">
      The course already has {counted(count, 'batch', 'batches')} in this period, {formatDays(first, last)}.{' '}
      {overlapping === 0
        ? 'None of the new ones overlaps with them. '
        : `${overlapping} of the new ones ${overlapping === 1 ? 'overlaps' : 'overlap'} with them. `}
      <Anchor
        underline="always"
        renderRoot={(props) => (
          <Link to="/staff/calendar" search={{ day: first, course: Number(course) }} target="_blank" {...props} />
        )}
      >
        Show the course in the calendar (opens a new tab)
      </Anchor>
    </Text>
  );
}

type SummaryProps = { rows: readonly PlannedBatch[]; conflicts: ReturnType<typeof useCheck> };

/** Says how many batches will be created, and how many of them have warnings or faults. */
function PlanSummary({ rows, conflicts: { clashes, sameStarts } }: SummaryProps) {
  const taking = rows.filter(({ leftOut }) => leftOut === null);
  const having = (lines: ReadonlyMap<string, string[]>) => taking.filter(({ key }) => lines.get(key)?.length).length;
  const faults = taking.filter(({ fault }) => fault !== null).length;
  const notes = [
    [rows.length - taking.length, 'left out'],
    [having(clashes), 'with a clash'],
    [having(sameStarts), 'on the first day of another batch of the course'],
    [faults, 'to correct'],
  ] as const;
  return (
    <Text role="status">
      {[
        counted(taking.length, 'batch', 'batches'),
        ...notes.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : [])),
      ].join(', ')}
      .
    </Text>
  );
}

type PlanFormProps = { initial: BatchPlan; options: CalendarOptions; isCopy: boolean };

function PlanForm({ initial, options, isCopy }: PlanFormProps) {
  const client = useQueryClient();
  const request = useRequestKey();
  const [corrections, setCorrections] = useState<Corrections>({});
  const [created, setCreated] = useState<Created | null>(null);
  const form = useForm({ initialValues: initial, validate: schemaResolver(planSchema, { sync: true }) });
  const latest = useLatestBatch(form, options, isCopy ? initial.course_id : null);
  const calendar = useMemo(() => new AcademyCalendar(options.days_off), [options]);
  const plan = form.values;
  const length = options.courses.find(({ id }) => String(id) === plan.course_id);
  const rows = length ? planBatches(plan, corrections, { length, calendar, today: options.today }) : [];
  const taking = rows.filter(({ leftOut }) => leftOut === null);
  const isSound =
    Number(plan.capacity) >= 1 && taking.every(({ fault, isAcceptable }) => fault === null || isAcceptable);
  // Check for clashes even before staff have accepted an unusual length of a batch. So the request says that any
  // length is accepted.
  const toCheck = isSound ? toNewBatches(plan, rows).map((batch) => ({ ...batch, ignores_length: true })) : [];
  const check = useCheck(
    toCheck,
    taking.map((row) => row.key),
  );
  const { clashes, sameStarts, existing, error, isChecking } = check;
  const acceptance = useAcceptance({
    clashes: [...clashes.values()].flat(),
    sameStarts: [...sameStarts.values()].flat(),
  });
  const obstacle = taking.some(({ fault }) => fault !== null)
    ? 'Correct or leave out what is marked in the list.'
    : taking.length > mostNewBatches
      ? `At most ${mostNewBatches} batches can be created at once. Choose an earlier last day.`
      : rows.length > 0 && taking.length === 0
        ? 'Every batch is left out.'
        : null;

  const creating = useMutation({
    ...calendarMutations.create(request.key),
    onSuccess({ ids }, { batches }) {
      const days = batches.map(({ start_date }) => start_date).sort();
      setCreated({ ids, course: batches[0]?.course_id, first: days[0] ?? '', last: days.at(-1) ?? '' });
      setCorrections({});
      request.renew();
      latest.rememberEntries();
      const next = { ...plan, course_id: '' };
      form.setInitialValues(next);
      form.setValues(next);
      form.resetDirty(next);
    },
    onError(error) {
      request.onError(error);
      // Although the call that creates the batches has failed, they may have been created. So check again for other
      // batches on the same days.
      void client.invalidateQueries({ queryKey: ['staff-batch-check'] });
    },
  });

  const send = form.onSubmit(({ reason }) => {
    if (taking.length === 0 || obstacle || !acceptance.check()) return;
    creating.mutate({ reason, batches: toNewBatches(plan, rows) });
  });
  const save = (event: FormEvent<HTMLFormElement>) => {
    // Remove the result of the previous attempt to create batches, because it is outdated whether this attempt succeeds
    // or fails.
    setCreated(null);
    if (!creating.isPending) creating.reset();
    send(event);
  };
  // Show the error of the last attempt only as long as the form still has the batches of that attempt.
  const isRefused = JSON.stringify(creating.variables?.batches) === JSON.stringify(toNewBatches(plan, rows));
  const failure = (isRefused ? creating.error : null) ?? error;
  return (
    <form onSubmit={save} noValidate className="stack gap-4">
      {created ? <CreatedNotice created={created} /> : null}
      <PlanFields form={form} options={options} source={latest.source} />
      <Section title="Batches to create">
        {rows.length === 0 ? (
          <Text c="dimmed">
            {length && hasDays(plan) ? 'No batch starts on these days.' : 'Choose the course and the days first.'}
          </Text>
        ) : null}
        {rows.length > 0 ? <PlanSummary rows={rows} conflicts={check} /> : null}
        {existing && existing.count > 0 ? <ExistingBatches existing={existing} course={plan.course_id} /> : null}
        {length ? (
          <PlannedList
            rows={rows}
            conflicts={check.lines}
            onCorrect={(day, correction) =>
              setCorrections((all) => ({ ...all, [day]: { ...all[day], ...correction } }))
            }
          />
        ) : null}
      </Section>
      <Textarea
        label="Reason"
        description="For the audit log, such as: calendar of 2027"
        required
        maw={720}
        {...form.getInputProps('reason')}
      />
      <AcceptanceField action="Create the batches" acceptance={acceptance} />
      {failure ? <Notice tone="error" role="alert" title={failureMessage(failure)} /> : null}
      <Group gap="sm">
        <Button
          type="submit"
          loading={creating.isPending}
          disabled={obstacle !== null || (toCheck.length > 0 && isChecking)}
        >
          {taking.length === 0 ? 'Create' : `Create ${counted(taking.length, 'batch', 'batches')}`}
        </Button>
        {obstacle ? <Text size="sm">{obstacle}</Text> : null}
        {!obstacle && toCheck.length > 0 && isChecking ? <Text size="sm">Looking for clashes…</Text> : null}
      </Group>
      <LeaveDialog title="Leave without creating the batches?" hasEntries={() => form.isDirty()} />
    </form>
  );
}

/** The initial form values for a copy of a batch. Staff still have to choose the day. */
function planLike({ course_id, capacity, venue, instructor, times }: BatchRecord): BatchPlan {
  const place = { venue_id: venue?.id ?? '', instructor_id: instructor?.id ?? '' };
  return { ...emptyPlan, course_id: String(course_id), capacity, ...place, ...clockTimes(times) };
}

/** The page that creates one batch, a series of batches, or a copy of an existing batch (`like` is its id). */
export function NewBatchesPage() {
  const { like, day = '', course } = newBatchesRoute.useSearch();
  const options = useQuery(calendarQueries.options());
  const model = useQuery({ ...calendarQueries.batch(like ?? 0), enabled: like !== undefined });
  const isModelMissing = isRefusal(model.error, getStaffBatch, 'NOT_FOUND');
  const failed = [options, ...(isModelMissing ? [] : [model])].find(({ isError }) => isError);
  const isReady = options.data && (like === undefined || model.data || isModelMissing);
  const empty = { ...emptyPlan, from: day, course_id: course ? String(course) : '' };
  return (
    <StaffPage title={like === undefined ? 'New batches' : 'Duplicate a batch'}>
      {failed && !isReady ? (
        <ErrorState
          message="The courses and places could not be loaded."
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : null}
      {!failed && !isReady ? (
        <Skeleton height="20rem" role="status" aria-label="The courses and places are loading" />
      ) : null}
      {isModelMissing ? (
        <Notice tone="error" role="alert" title="There is no such batch to duplicate.">
          Fill in the form, or open a batch in the calendar and press ‘Duplicate’ there.
        </Notice>
      ) : null}
      {isReady ? (
        <PlanForm
          key={like ?? 'new'}
          initial={model.data ? planLike(model.data) : empty}
          options={options.data}
          isCopy={model.data !== undefined}
        />
      ) : null}
    </StaffPage>
  );
}
