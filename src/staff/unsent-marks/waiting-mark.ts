import * as z from 'zod';
import { attendanceMarks, type Roster, type RosterStudent } from '../../../contract/staff/rosters.ts';

const markSchema = z.enum(attendanceMarks);

/**
 * An attendance mark that this device has not delivered yet. State `waiting`: it is still to be sent. `changed`:
 * somebody else has meanwhile marked the student differently (`theirs`) or removed the mark (`theirs` is null), so the
 * staff member must choose one of the two. `refused`: the server will not store it, because of `reason`.
 */
export const waitingMarkSchema = z.object({
  id: z.uuid(),
  staffId: z.string(),
  batchId: z.number(),
  /** The course's name, for the list of refused marks. It is empty in marks that were stored by an earlier release. */
  course: z.string().default(''),
  studentId: z.string(),
  /** The student's name, for the list of marks that need a decision. */
  name: z.string(),
  day: z.string(),
  /** The new attendance mark; null removes the student's mark for the day. */
  mark: markSchema.nullable(),
  at: z.string(),
  /**
   * When the earlier mark was made that the staff member saw on this device; null if there was none. The server compares
   * it with the time of the stored mark, to detect a change by somebody else. If the server has reported that somebody
   * else removed the earlier mark, `seenAt` is the time of the removal.
   */
  seenAt: z.string().nullable(),
  state: z.enum(['waiting', 'changed', 'refused']),
  theirs: z.object({ mark: markSchema, marked_at: z.string(), by: z.string() }).nullable(),
  reason: z.string().nullable(),
});
export type WaitingMark = z.infer<typeof waitingMarkSchema>;
export type Mark = z.infer<typeof markSchema>;

export const markNames: Record<Mark, string> = {
  present: 'Present',
  late: 'Late',
  absent: 'Absent',
  excused: 'Excused',
};

export function markName(mark: Mark | null): string {
  return mark ? markNames[mark] : 'Not marked';
}

type NewMark = { staffId: string; roster: Roster; student: RosterStudent; day: string; mark: Mark | null; now: Date };

/** The current time or, if the device's clock was set back since an earlier mark was made, a time just after that mark. */
const timeAfter = (earlier: string | undefined, now: Date): string =>
  new Date(Math.max(now.getTime(), earlier ? Date.parse(earlier) + 1 : 0)).toISOString();

/**
 * A mark that the staff member has just made. `unsent`: the marks on this device that are not delivered yet, oldest
 * first. The new mark gets a later time than those for the same student and day, because the latest mark counts.
 */
export function newMark(
  { staffId, roster, student, day, mark, now }: NewMark,
  unsent: readonly WaitingMark[],
): WaitingMark {
  const earlier = unsent.findLast(
    (one) => one.batchId === roster.batch_id && one.studentId === student.student_id && one.day === day,
  );
  return {
    ...{
      id: crypto.randomUUID(),
      staffId,
      batchId: roster.batch_id,
      course: roster.course_name,
      studentId: student.student_id,
      name: student.name,
    },
    ...{ day, mark, at: timeAfter(earlier?.at, now), seenAt: student.attendance[day]?.marked_at || null },
    ...{ state: 'waiting', theirs: null, reason: null },
  };
}

/** A mark that was made on this device. `before`: the mark that the device showed before; null if it showed none. */
export type UndoableMark = { mark: WaitingMark; before: Mark | null };

/**
 * Creates a mark that undoes `mark`: it restores `before`, the mark that the device showed until then. If somebody else
 * has marked the student meanwhile, the server reports a conflict.
 */
export function counterMark({ mark, before }: UndoableMark, now: Date): WaitingMark {
  return { ...mark, id: crypto.randomUUID(), mark: before, at: timeAfter(mark.at, now), seenAt: mark.at };
}

/** The roster as it will be once the waiting marks are stored. */
export function withWaiting(roster: Roster, marks: readonly WaitingMark[]): Roster {
  const waiting = marks.filter(({ batchId, state }) => batchId === roster.batch_id && state === 'waiting');
  if (waiting.length === 0) return roster;
  const marked = (student: RosterStudent): RosterStudent => {
    const attendance = { ...student.attendance };
    for (const { studentId, day, mark, seenAt } of waiting) {
      if (studentId !== student.student_id) continue;
      // `marked_at` stays the time of the mark that the server has. It is sent as `seenAt` with the next mark, so that
      // the server can detect changes by others.
      if (mark) attendance[day] = { mark, marked_at: seenAt ?? '', by: 'you' };
      else delete attendance[day];
    }
    return { ...student, attendance };
  };
  return { ...roster, roster: roster.roster.map(marked) };
}
