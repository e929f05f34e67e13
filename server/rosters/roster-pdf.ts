import { counted } from '../../contract/counted.ts';
import { documentsNote, type Roster, type RosterStudent } from '../../contract/staff/rosters.ts';
import { formatDay } from '../pdf/pdf-text.ts';
import { PdfWriter } from '../pdf/pdf-writer.ts';

type Session = Roster['sessions'][number];

/**
 * How many sessions fit beside each other on a page. Further sessions are on further pages, which list the students
 * again.
 */
const sessionsOnPage = 12;
/**
 * Maximum number of sessions in one PDF, so that drawing the roster of a course of several years does not delay other
 * calls. The CSV file has all sessions.
 */
const mostSessions = 36;
/**
 * How many past sessions a PDF contains if it cannot contain all sessions. If there are not enough future sessions to
 * fill it, it contains more past ones.
 */
const pastSessions = 24;
/** Where each column begins, from the left margin, and how wide it is, in points. */
const numberColumn = { left: 0, width: 22 };
const nameColumn = { left: 24, width: 176 };
const indosColumn = { left: 206, width: 64 };
const phoneColumn = { left: 274, width: 70 };
/**
 * Where the column of a session is, and how wide it is, in points. It is so narrow that its heading shows the day and
 * the month on two lines.
 */
const sessionColumn = (place: number) => ({ left: 350 + place * 26, width: 18 });
const resultColumn = { left: 668, width: 62 };

const marks = { present: 'P', late: 'L', absent: 'A', excused: 'E' } as const;
const results = { passed: 'Passed', failed: 'Failed' } as const;
const small = { size: 8.5, isMuted: true } as const;

/** The sessions to print: all of them or, if there are more than fit into one PDF, those around today. */
function printedSessions({ sessions, today }: Roster): readonly Session[] {
  const past = sessions.filter(({ day }) => day < today).length;
  const from = Math.max(0, Math.min(past - pastSessions, sessions.length - mostSessions));
  return sessions.slice(from, from + mostSessions);
}

function drawHead(pdf: PdfWriter, sessions: readonly Session[]): void {
  for (const [place, { day }] of sessions.entries()) {
    const [date = '', month = ''] = formatDay(day).split('\u00a0');
    pdf.draw(`${date} ${month}`, small, sessionColumn(place));
  }
  pdf.draw('Student', small, nameColumn);
  pdf.draw('INDOS number', small, indosColumn);
  pdf.draw('Phone', small, phoneColumn);
  pdf.draw('Result', small, resultColumn);
  pdf.skip(26);
  pdf.drawRule();
}

type Row = { student: RosterStudent; number: number; sessions: readonly Session[]; writeHead: () => void };

function drawRow(pdf: PdfWriter, { student, number, sessions, writeHead }: Row): void {
  const { name, indos_number, mobile, attendance, result } = student;
  const note = documentsNote(student.documents);
  const nameHeight = pdf.heightOf(name, { isBold: true }, nameColumn);
  const height = nameHeight + (note ? pdf.heightOf(note, small, nameColumn) : 0);
  if (pdf.ensureSpace(height + 12)) writeHead();
  const top = pdf.y;
  pdf.draw(String(number), { isMuted: true }, numberColumn);
  pdf.draw(indos_number ?? '', {}, indosColumn);
  pdf.draw(mobile ?? '', {}, phoneColumn);
  for (const [place, { day }] of sessions.entries()) {
    const mark = attendance[day]?.mark;
    if (mark) pdf.draw(marks[mark], {}, sessionColumn(place));
  }
  if (result) pdf.draw(results[result], {}, resultColumn);
  pdf.skip(pdf.draw(name, { isBold: true }, nameColumn));
  if (note) pdf.draw(note, small, nameColumn);
  pdf.returnTo(top + height + 4);
  pdf.drawRule(0.25);
}

/**
 * Draws a roster for printing: the students with their attendance and result, and empty cells in which marks can be
 * written by hand. Tests set `isCompressed: false`, so that they can read the text in the file.
 */
export async function drawRosterPdf(
  roster: Roster,
  { createdAt, isCompressed = true }: { createdAt: Date; isCompressed?: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  const { course_name, start_date, end_date, venue, instructor } = roster;
  const days = start_date === end_date ? formatDay(start_date) : `${formatDay(start_date)} to ${formatDay(end_date)}`;
  const pdf = new PdfWriter({ title: `Roster of ${course_name}`, createdAt, isCompressed, isLandscape: true });
  const count = counted(roster.roster.length, 'student');
  const printed = printedSessions(roster);
  const isShortened = printed.length < roster.sessions.length;
  const legend = 'P present, L late, A absent, E excused, empty not marked.';
  for (let from = 0; from === 0 || from < printed.length; from += sessionsOnPage) {
    const sessions = printed.slice(from, from + sessionsOnPage);
    const writeHead = () => drawHead(pdf, sessions);
    if (from > 0) pdf.startPage();
    pdf.write(course_name, { size: 16, isBold: true });
    pdf.write([days, venue, instructor, count].filter(Boolean).join(' · '));
    pdf.write(isShortened ? `${legend} Sessions before and after these are in the CSV file.` : legend, small);
    pdf.skip(10);
    writeHead();
    for (const [place, student] of roster.roster.entries())
      drawRow(pdf, { student, number: place + 1, sessions, writeHead });
  }
  return pdf.finish(`Roster of ${formatDay(roster.today)} · ${course_name}`);
}
