import type { Roster, RosterStudent } from '../../../../contract/staff/rosters.ts';

export const student = (id: number, name: string, more: Partial<RosterStudent> = {}): RosterStudent => ({
  ...{
    student_id: `00000000-0000-4000-8000-00000000000${id}`,
    name,
    mobile: '9876500001',
    indos_number: '24EL0001',
    has_photo: false,
  },
  ...{
    documents: { verified: 1, open: 0, required: null },
    attendance: {},
    result: null,
    remark: '',
    certificate: null,
  },
  ...more,
});

/** The roster of batch 7, as it is on the second of the batch's three days. */
export const roster = (...students: RosterStudent[]): Roster => ({
  ...{ batch_id: 7, course_name: 'Fire Prevention', start_date: '2030-01-01', end_date: '2030-01-03' },
  ...{ venue: 'Fire ground', instructor: 'Capt. Rao', students: students.length, today: '2030-01-02' },
  needed_attendance: 80,
  sessions: ['2030-01-01', '2030-01-02', '2030-01-03'].map((day) => ({ day, start_time: '09:00', end_time: '17:00' })),
  roster: students,
});

type SentMark = {
  id: string;
  student_id: string;
  day: string;
  mark: string | null;
  at: string;
  seen_at: string | null;
};
export type SentMarks = { body: { staff_id: string; marks: SentMark[] } };

/**
 * The response of a server that stores all attendance marks of a request. It lists the last mark for each student and
 * day. A last mark of null is not listed, because it removes the mark.
 */
export const storeAll = (input: object) => ({
  data: {
    marks: (input as SentMarks).body.marks.flatMap(({ student_id, day, mark, at }, place, all) =>
      mark && !all.slice(place + 1).some((one) => one.student_id === student_id && one.day === day)
        ? [{ student_id, day, mark, marked_at: at, by: 'Rao' }]
        : [],
    ),
    refused: [],
  },
});
