import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { formatDay, formatDays, formatInstant } from '../../lib/format/format.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import { withWaiting } from '../unsent-marks/waiting-mark.ts';
import { rosterQueries, type ShownRoster } from './roster.queries.ts';
import { RosterActions } from './roster-actions.tsx';
import { RosterTable } from './roster-table.tsx';
import { rosterRoute } from './rosters-feature.ts';
import { useMarking } from './use-marking.ts';
import { WaitingNotice } from './waiting-notice.tsx';

/** The roster of a batch: attendance of one session, results and certificates. */
export function RosterPage() {
  const batchId = Number(rosterRoute.useParams().batchId);
  const one = useQuery(rosterQueries.one(batchId));
  const query = {
    ...{ ...one, rows: one.data && [one.data], hasNextPage: false, isFetchingNextPage: false },
    fetchNextPage: () => {},
  };
  return (
    <StaffPage title={one.data?.course_name ?? 'Roster'}>
      <ListStates query={query} what="roster" empty={{ title: 'No roster' }}>
        {([roster]) => (roster ? <RosterOfBatch key={roster.batch_id} roster={roster} onRetry={one.refetch} /> : null)}
      </ListStates>
    </StaffPage>
  );
}

/**
 * The day of the session that is shown first: today's session, otherwise the last one before today, otherwise the
 * first.
 */
function firstDayOf({ sessions, today }: ShownRoster): string {
  const begun = sessions.filter(({ day }) => day <= today);
  return begun.at(-1)?.day ?? sessions[0]?.day ?? today;
}

function RosterOfBatch({ roster: stored, onRetry }: { roster: ShownRoster; onRetry: () => void }) {
  const { staff } = rosterRoute.useRouteContext();
  const [day, setDay] = useState(() => firstDayOf(stored));
  const marking = useMarking({ staffId: staff.id, roster: stored });
  const { marks, mark, undo } = marking;
  const roster = withWaiting(stored, marks);
  const isSaved = stored.savedAt !== null;
  const { sessions, today } = roster;
  const unmarked = roster.roster.filter(({ attendance, certificate }) => !attendance[day] && !certificate);
  const mayManage = mayDo(staff.role, 'rosters.manage');
  const mayMark = mayManage && day <= today;
  // A result is entered together with its remark. The saved copy of a roster has no remarks, so results can be entered
  // only online.
  const mayGrade = mayManage && !isSaved;
  const mayReadCertificates = mayDo(staff.role, 'certificates.read') && !isSaved;
  const mayCertify = mayDo(staff.role, 'certificates.manage') && !isSaved;
  return (
    <>
      <Text c="dimmed">
        {[formatDays(roster.start_date, roster.end_date), roster.venue, roster.instructor].filter(Boolean).join(' · ')}
      </Text>
      {stored.savedAt !== null ? <SavedNotice savedAt={stored.savedAt} onRetry={onRetry} /> : null}
      <WaitingNotice
        {...{ marks, batchId: stored.batch_id, isSending: marking.isSending }}
        onSend={marking.sendNow}
        onKeepMine={marking.keepMine}
        onRetry={marking.retry}
        onDrop={marking.drop}
      />
      {roster.roster.length === 0 ? <EmptyState title="Nobody is booked on this batch" /> : null}
      <Group align="end">
        <NativeSelect
          label="Session"
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          data={sessions.map((session) => ({
            value: session.day,
            label: `${formatDay(session.day)}${session.start_time ? `, ${session.start_time}` : ''}`,
          }))}
        />
        {mayMark ? (
          <>
            <Button
              variant="outline"
              disabled={unmarked.length === 0}
              onClick={() => mark({ roster, students: unmarked, day, mark: 'present' })}
            >
              {unmarked.length === 0 ? 'Everybody is marked' : `Mark the other ${unmarked.length} present`}
            </Button>
            <Button variant="outline" disabled={!undo} onClick={() => undo?.()}>
              Undo
            </Button>
          </>
        ) : null}
        {isSaved ? null : <RosterActions {...{ roster, mayGrade, mayCertify }} />}
      </Group>
      {day > today ? <Text role="status">This session can be marked on its day.</Text> : null}
      {roster.roster.length > 0 ? (
        <RosterTable
          roster={roster}
          day={day}
          {...{ mayMark, mayGrade, mayReadCertificates, mayCertify }}
          onMark={(student, value) => mark({ roster, students: [student], day, mark: value })}
        />
      ) : null}
    </>
  );
}

/** Says that a saved copy of the roster is shown, and how old the copy is. */
function SavedNotice({ savedAt, onRetry }: { savedAt: number; onRetry: () => void }) {
  return (
    <Notice
      tone="waiting"
      role="status"
      title="Saved roster"
      action={
        <Button variant="outline" size="xs" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The server cannot be reached. This is the roster of {formatInstant(savedAt)}, without remarks. You can mark
      attendance; results and certificates need a connection.
    </Notice>
  );
}
