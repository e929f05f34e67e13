import { describe, expect, it } from 'vitest';
import { addDays } from '../../../contract/days.ts';
import type { Roster, RosterStudent } from '../../../contract/staff/rosters.ts';
import { drawRosterPdf } from '../../../server/rosters/roster-pdf.ts';
import { readPdf } from '../pdf/read-pdf-text.ts';

const student = (name: string, more: Partial<RosterStudent> = {}): RosterStudent => ({
  ...{ student_id: crypto.randomUUID(), name, mobile: '9876500001', indos_number: '24EL0001', has_photo: false },
  ...{
    documents: { verified: 1, open: 0, required: null },
    attendance: {},
    result: null,
    remark: '',
    certificate: null,
  },
  ...more,
});

/** A roster with sessions on this many days, beginning on 1 March 2027. `today`: the number of the current session. */
const rosterOf = (students: RosterStudent[], { days, today }: { days: number; today: number }): Roster => {
  const sessions = Array.from({ length: days }, (_, place) => ({
    ...{ day: addDays('2027-03-01', place), start_time: null, end_time: null },
  }));
  return {
    ...{ batch_id: 7, course_name: 'Fire Prevention', start_date: '2027-03-01' },
    ...{ end_date: addDays('2027-03-01', days - 1), venue: 'Fire ground', instructor: 'Capt. Rao' },
    ...{ students: students.length, today: addDays('2027-03-01', today - 1), needed_attendance: 80 },
    ...{ sessions, roster: students },
  };
};
const draw = async (roster: Roster) =>
  readPdf(await drawRosterPdf(roster, { createdAt: new Date('2027-03-02T06:30:00Z'), isCompressed: false }));
/** The days in the column heads of the pages, where day and month are on two lines. */
const daysOn = (pages: string[][]) => {
  const lines = pages.flat();
  return lines.flatMap((line, place) =>
    /^\d+ ?$/.test(line) && /^[A-Z][a-z]{2}$/.test(lines[place + 1] ?? '')
      ? [`${line.trim()} ${lines[place + 1]}`]
      : [],
  );
};

describe('the PDF of a roster', () => {
  it('the PDF of a roster lists the students with attendance, result and missing documents, but without remarks', async () => {
    const mark = { mark: 'late' as const, marked_at: '2027-03-01T05:00:00.000Z', by: 'Capt. Rao' };
    const { title, pages } = await draw(
      rosterOf(
        [
          student('Asha Nair', { attendance: { '2027-03-01': mark }, result: 'passed', remark: 'Afraid of heights' }),
          student('प्रिया Menon', { documents: { verified: 0, open: 2, required: null } }),
        ],
        { days: 3, today: 2 },
      ),
    );
    expect(title).toBe('Roster of Fire Prevention');
    expect(pages).toHaveLength(1);
    for (const text of [
      'Fire Prevention',
      'Asha Nair',
      '9876500001',
      '24EL0001',
      'L',
      'Passed',
      'No verified document',
    ])
      expect(pages[0]).toContain(text);
    expect(daysOn(pages)).toEqual(['1 Mar', '2 Mar', '3 Mar']);
    expect(pages.flat().join(' ')).not.toContain('Afraid');
  });

  it('the PDF of a roster repeats the column names on each page', async () => {
    const students = Array.from({ length: 40 }, (_, place) => student(`Student ${place + 1}`));
    const { pages } = await draw(rosterOf(students, { days: 2, today: 1 }));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(page).toContain('INDOS number');
    expect(pages.flat().filter((line) => line.startsWith('Student '))).toHaveLength(40);
  });

  it('the PDF of a roster for a long course shows the sessions around today and refers to the CSV file for all other sessions', async () => {
    const { pages } = await draw(rosterOf([student('Asha Nair')], { days: 90, today: 50 }));
    expect(pages).toHaveLength(3);
    const days = daysOn(pages);
    expect([days.length, days[0], days.at(-1)]).toEqual([36, '26 Mar', '30 Apr']);
    expect(pages[0]?.join(' ')).toContain('Sessions before and after these are in the CSV file.');
  });
});
