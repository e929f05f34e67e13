import { Alert, Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type BatchRecord, batchDaysSchema } from '../../../contract/staff/batches.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { formatDay, formatDays, formatInstant } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Section } from '../frame/section.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { Fact, Facts } from '../lists/facts.tsx';
import { calendarQueries } from './calendar.queries.ts';
import { batchRoute } from './calendar-feature.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { clashCount, clashText } from './clash-text.ts';
import { timesText } from './clock-times.ts';
import { MoveDialog } from './move-dialog.tsx';
import { RunSection } from './run-section.tsx';
import { WarningLines } from './warnings.tsx';

/** Links to other pages about the batch, such as its roster. A role sees only the links that it may follow. */
function BatchLinks({ id }: { id: number }) {
  const { role } = batchRoute.useRouteContext().staff;
  const params = { batchId: String(id) };
  return (
    <Group gap="md">
      {mayDo(role, 'rosters.read') ? (
        <Anchor renderRoot={(props) => <Link to="/staff/rosters/$batchId" params={params} {...props} />}>Roster</Anchor>
      ) : null}
      {mayDo(role, 'waitingLists.read') ? (
        <Anchor renderRoot={(props) => <Link to="/staff/waiting-lists/$batchId" params={params} {...props} />}>
          Waiting list
        </Anchor>
      ) : null}
    </Group>
  );
}

/** Maps an action of the audit log to the label that the history of a batch shows for it. */
const actionNames: Readonly<Record<string, string>> = {
  'batches create': 'created',
  'batches change': 'changed',
  'batches move': 'moved',
  'batches cancel': 'cancelled',
};

/** For a history entry that changed the dates of the batch, ' from <old dates> to <new dates>'; '' for others. */
function movedText({ action, before, after }: BatchRecord['history'][number]): string {
  const [from, to] = [batchDaysSchema.safeParse(before), batchDaysSchema.safeParse(after)];
  if (action !== 'batches move' || !from.success || !to.success) return '';
  const [old, current] = [from.data, to.data].map(({ start_date, end_date }) => formatDays(start_date, end_date));
  return old === current ? '' : ` from ${old} to ${current}`;
}

function Batch({ batch }: { batch: BatchRecord }) {
  const { role } = batchRoute.useRouteContext().staff;
  const { clashes, sessions, history, students, run_id } = batch;
  return (
    <>
      {clashes.length > 0 ? (
        <Alert color="red" title={clashCount(clashes.length)}>
          <WarningLines lines={clashes.map(clashText)} />
        </Alert>
      ) : null}
      {batch.has_many_holds ? (
        <Alert color="orange" title="Many unpaid orders">
          {batch.held} of {batch.capacity} seats {batch.held === 1 ? 'is' : 'are'} held, mostly by orders that are not
          paid. A hold whose payment does not succeed ends by itself.
        </Alert>
      ) : null}
      {run_id === null ? null : <RunSection id={run_id} mayListStudents={mayDo(role, 'students.read')} />}
      <Section title="Batch">
        <Facts>
          <Fact name="Dates">{formatDays(batch.start_date, batch.end_date)}</Fact>
          <Fact name="State">{batch.state}</Fact>
          <Fact name="Times">{batch.times ? timesText(batch.times) : 'not set'}</Fact>
          <Fact name="Days with lessons">{sessions.length || 'not set'}</Fact>
          <Fact name="Venue">{batch.venue?.address ?? 'not set'}</Fact>
          <Fact name="Instructor">{batch.instructor?.name ?? 'not set'}</Fact>
          <Fact name="Seats">{batch.capacity}</Fact>
          <Fact name="Booked">{batch.booked}</Fact>
          <Fact name="Held">{batch.held}</Fact>
          <Fact name="Kept for the office">{batch.office}</Fact>
          <Fact name="Free">{batch.free}</Fact>
          <Fact name="Students">
            {students.booked} booked, {students.paying} paying now
          </Fact>
        </Facts>
        <BatchLinks id={batch.id} />
      </Section>
      <Section title="History">
        {history.length === 0 ? <Text c="dimmed">Nothing was changed yet.</Text> : null}
        {history.map((entry) => (
          <Text key={entry.id} className="anywhere">
            {formatInstant(entry.at)}, {entry.actor}: {actionNames[entry.action] ?? entry.action}
            {movedText(entry)}
            {entry.reason ? ` (${entry.reason})` : ''}
          </Text>
        ))}
      </Section>
    </>
  );
}

/** One batch: dates, seats, clashes, the progress of a move or cancellation, and its history. */
export function BatchPage() {
  const { id } = batchRoute.useParams();
  const { staff } = batchRoute.useRouteContext();
  const { data: batch, isError, isFetching, refetch } = useQuery(calendarQueries.batch(id));
  const [dialog, setDialog] = useState<'change' | 'move' | 'cancel' | null>(null);
  const close = () => setDialog(null);
  const mayManage = mayDo(staff.role, 'batches.manage');
  const isOver = batch?.state === 'cancelled' || batch?.state === 'done';
  return (
    <StaffPage
      title={batch ? `${batch.course_name}, ${formatDay(batch.start_date)}` : `Batch ${id}`}
      actions={
        batch && mayManage ? (
          <Group gap="sm">
            <Button
              variant="outline"
              renderRoot={(props) => <Link to="/staff/calendar/new" search={{ like: id }} {...props} />}
            >
              Duplicate
            </Button>
            {isOver ? null : (
              <>
                <Button variant="outline" onClick={() => setDialog('change')}>
                  Change
                </Button>
                <Button variant="outline" onClick={() => setDialog('move')}>
                  Move batch
                </Button>
                <Button color="red" variant="outline" onClick={() => setDialog('cancel')}>
                  Cancel batch
                </Button>
              </>
            )}
          </Group>
        ) : null
      }
    >
      {isError ? (
        <ErrorState message="The batch could not be loaded." onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : null}
      {!batch && !isError ? <Skeleton height="12rem" role="status" aria-label="The batch is loading" /> : null}
      {batch ? <Batch batch={batch} /> : null}
      {batch && dialog === 'change' ? <ChangeDialog batch={batch} onClose={close} /> : null}
      {batch && dialog === 'move' ? (
        <MoveDialog batch={batch} mayListStudents={mayDo(staff.role, 'students.read')} onClose={close} />
      ) : null}
      {batch && dialog === 'cancel' ? <CancelDialog batch={batch} onClose={close} /> : null}
    </StaffPage>
  );
}
