import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Roster, RosterStudent } from '../../../contract/staff/rosters.ts';
import { apiOf } from '../../lib/api.ts';
import { formatDay } from '../../lib/format/format.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { markOutbox } from '../unsent-marks/mark-outbox.ts';
import { type Mark, markName, newMark, type UndoableMark, type WaitingMark } from '../unsent-marks/waiting-mark.ts';
import { withDelivered } from './delivered-marks.ts';
import { rosterQueries } from './roster.queries.ts';

/** The text of the toast that says which attendance marks were undone. */
function undoneText(undone: readonly UndoableMark[]): string {
  const [one] = undone;
  if (!one) return '';
  const { name, day, mark } = one.mark;
  if (undone.length > 1) return `${undone.length} marks of ${formatDay(day)} were taken back.`;
  return `${name}, ${formatDay(day)}: ‘${markName(mark)}’ was taken back.`;
}

const withoutMarks = (steps: readonly (readonly UndoableMark[])[], ids: ReadonlySet<string>) =>
  steps.map((step) => step.filter(({ mark }) => !ids.has(mark.id))).filter(({ length }) => length > 0);

/**
 * Delivers the waiting attendance marks of a staff member while a roster is open, and adds delivered marks to the
 * rosters in the query cache.
 */
function useDelivery(staffId: string) {
  const client = useQueryClient();
  const {
    mutate,
    mutateAsync,
    isPending: isSending,
  } = useMutation({
    mutationFn: (options: { isWanted: boolean }) => markOutbox.deliver(apiOf(client), staffId, options),
  });
  /** Resolves when the delivery has ended, whether or not the server could be reached. */
  const send = useCallback(() => mutateAsync({ isWanted: false }).catch(() => undefined), [mutateAsync]);
  useEffect(
    () =>
      markOutbox.onDelivered((delivered) => {
        const { queryKey } = rosterQueries.one(delivered.batchId);
        // Keep the roster's `updatedAt`. Adding delivered marks does not make the other data of the roster newer.
        const { data: known, dataUpdatedAt: updatedAt = 0 } = client.getQueryState(queryKey) ?? {};
        client.setQueryData(queryKey, known && withDelivered(known, delivered), { updatedAt });
        // If the roster is being requested now, the response may lack the delivered marks, so request the roster again.
        if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
      }),
    [client],
  );
  useEffect(() => {
    const deliver = () => void send();
    // Ignore the error: a browser that cannot open its storage has no marks to deliver.
    void markOutbox.load({ isPatient: true }).then(
      () => {
        if (markOutbox.marks.length > 0) deliver();
      },
      () => {},
    );
    addEventListener('online', deliver);
    return () => removeEventListener('online', deliver);
  }, [send]);
  return { send, sendNow: () => mutate({ isWanted: true }), isSending };
}

/**
 * The attendance marks of a staff member, for all batches, that this device has not delivered yet. Delivers them while
 * the page is open.
 */
export function useWaitingMarks(staffId: string) {
  const all = useSyncExternalStore(markOutbox.subscribe, () => markOutbox.marks);
  const { send, sendNow, isSending } = useDelivery(staffId);
  return {
    marks: all.filter((one) => one.staffId === staffId),
    isSending,
    send,
    sendNow,
    /** Sends again a mark that the server has refused. */
    retry: (one: WaitingMark) => void markOutbox.add([{ ...one, state: 'waiting', reason: null }]).then(() => send()),
    drop: (one: WaitingMark) => void markOutbox.remove([one]),
  };
}

/**
 * A staff member's undelivered attendance marks for one batch, and functions that make, send and undo marks. Delivers
 * the marks while the roster is open. Marks of students who have a certificate are not undone, because their attendance
 * cannot change.
 */
export function useMarking({ staffId, roster: shown }: { staffId: string; roster: Roster }) {
  const batchId = shown.batch_id;
  const { marks: own, send, sendNow, isSending, retry, drop } = useWaitingMarks(staffId);
  /** The marks made since the page was opened, for undoing them: one list for each press of a button, oldest first. */
  const [steps, setSteps] = useState<readonly (readonly UndoableMark[])[]>([]);
  const marking = useMutation({
    mutationFn: (made: readonly UndoableMark[]) => markOutbox.add(made.map((one) => one.mark)),
    onSuccess(_, made) {
      setSteps((before) => [...before, made]);
      void send();
    },
    meta: { errorToast: 'This browser could not store the marks. Please try again.' },
  });
  const { mutate: add } = marking;
  const mark = useCallback(
    (made: { roster: Roster; students: readonly RosterStudent[]; day: string; mark: Mark | null }) => {
      const { students, ...rest } = made;
      const now = new Date();
      add(
        students.map((student) => ({
          mark: newMark({ ...rest, staffId, student, now }, markOutbox.marks),
          before: student.attendance[rest.day]?.mark ?? null,
        })),
      );
    },
    [add, staffId],
  );
  const undoing = useMutation({
    mutationFn: (undone: readonly UndoableMark[]) => markOutbox.undo(undone),
    onSuccess(counters, undone) {
      const ids = new Set(undone.map(({ mark: made }) => made.id));
      setSteps((before) => withoutMarks(before, ids));
      void send().then(() => {
        // Show no toast if the server has refused to undo a mark: the page lists refused marks, and the toast would say
        // that all were undone.
        const refused = markOutbox.marks.filter(({ state }) => state !== 'waiting').map(({ id }) => id);
        if (!counters.some(({ id }) => refused.includes(id))) showToast({ message: undoneText(undone) });
      });
    },
    meta: { errorToast: 'This browser could not take the marks back. Please try again.' },
  });
  /**
   * Removes a mark from the undo history once the staff member has decided what to do about its conflict or refusal.
   */
  const forget = ({ id }: WaitingMark) => setSteps((before) => withoutMarks(before, new Set([id])));
  const certified = new Set(shown.roster.filter(({ certificate }) => certificate).map(({ student_id }) => student_id));
  const last = steps
    .map((step) => step.filter(({ mark: made }) => !certified.has(made.studentId)))
    .findLast(({ length }) => length > 0);
  return {
    /**
     * The undelivered marks for this batch, and the refused marks for all batches. The page shows refused marks for
     * other batches too, because the rosters of those batches can perhaps no longer be opened.
     */
    marks: own.filter((one) => one.batchId === batchId || one.state === 'refused'),
    isSending: isSending || marking.isPending || undoing.isPending,
    mark,
    /** Sends the waiting marks, even while the server asks for a pause. */
    sendNow,
    /**
     * Undoes the attendance marks that the latest button press on this page has made. Null if there is nothing to undo,
     * or while marks are being undone.
     */
    undo: last && !undoing.isPending ? () => undoing.mutate(last) : null,
    /**
     * Resolves a conflict in favour of this staff member: sends their mark again, so that it replaces the other
     * person's mark.
     */
    keepMine: (one: WaitingMark) => {
      forget(one);
      const again: WaitingMark = {
        ...one,
        ...{ id: crypto.randomUUID(), at: new Date().toISOString(), seenAt: one.theirs?.marked_at ?? one.seenAt },
        ...{ state: 'waiting', theirs: null },
      };
      void markOutbox
        .add([again])
        .then(() => markOutbox.remove([one]))
        .then(() => send());
    },
    retry,
    drop: (one: WaitingMark) => {
      forget(one);
      drop(one);
    },
  };
}
