import { type RawBuilder, sql } from 'kysely';
import type { AcademyCalendar } from '../../contract/academy-calendar.ts';
import { addDays, daysBetween } from '../../contract/days.ts';
import type { Roster, RosterStudent, RosterSummary } from '../../contract/staff/rosters.ts';
import type { Teaching } from '../../contract/staff/today.ts';
import { isMarkSetSql } from '../db/attendance-marks.ts';
import { type JoiningSource, joiningDetailSql, ownDocumentsSql, readRequiredDocuments } from '../db/joining.ts';
import type { Db } from '../db/schema.ts';
import type { StaffCaller } from '../http/mount/call.ts';
import { certificateNumberSql } from './certificates.ts';

/** An SQL condition: the caller may see batch `b`. Instructors may see only their own batches. */
const isVisible = ({ role, staffId }: StaffCaller) =>
  role === 'instructor'
    ? sql`b.instructor_id = (select instructor_id from staff_members where id = ${staffId})`
    : sql`true`;

/**
 * SQL for the ids of the students on the roster of a batch: those who have a seat, and those who have a valid
 * certificate of the batch although their booking was cancelled or transferred. Otherwise no page of the console would
 * show these certificates, and staff could not revoke them.
 */
const rosterStudentsSql = (batchId: RawBuilder<number>) => sql`(
  select student_id from enrolments where batch_id = ${batchId}
  union select student_id from certificates where batch_id = ${batchId} and revoked_at is null)`;

const summarySql = (staff: StaffCaller, columns = sql``) => sql`
  select ${columns} b.id as batch_id, c.course_name, b.start_date, b.end_date, v.address as venue, i.name as instructor,
    (select count(*)::integer from ${rosterStudentsSql(sql`b.id`)} e) as students
  from batches b join courses c on c.id = b.course_id left join venues v on v.id = b.venue_id
    left join instructors i on i.id = b.instructor_id
  where b.publication = 'published' and ${isVisible(staff)}`;

/**
 * The published batches that the caller may see and that have a day between `from` and `until`, sorted by first day.
 * At most 500.
 */
export async function listRosterBatches(
  db: Db,
  staff: StaffCaller,
  { from, until }: { from: string; until: string },
): Promise<RosterSummary[]> {
  const { rows } = await sql<RosterSummary>`${summarySql(staff)}
    and b.end_date >= ${from}::date and b.start_date <= ${until}::date
    order by b.start_date, b.id limit 500`.execute(db);
  return rows;
}

/**
 * Maximum number of sessions, one for each day, in the roster of a batch without planned sessions. The limit suffices,
 * because courses that last for years have planned sessions.
 */
const mostDays = 400;

/**
 * The sessions of a batch: one for each day, because attendance is marked once a day. Batches that were stored by
 * earlier releases may have several sessions on a day, which are combined. A day with an attendance mark always has a
 * session, even if it became a day off later.
 */
async function readSessions(
  db: Db,
  { batch_id, start_date, end_date }: RosterSummary,
  calendar: AcademyCalendar,
): Promise<Roster['sessions']> {
  const { rows } = await sql<Roster['sessions'][number] & { is_planned: boolean }>`
    select day, to_char(min(start_time), 'HH24:MI') as start_time, to_char(max(end_time), 'HH24:MI') as end_time,
      bool_or(is_planned) as is_planned
    from (select day, start_time, end_time, true as is_planned from batch_sessions where batch_id = ${batch_id}
      union all select distinct m.day, null::time, null::time, false from attendance_marks m
        where m.batch_id = ${batch_id} and ${isMarkSetSql}) s
    group by day order by day`.execute(db);
  const stored = rows.map(({ is_planned: _, ...session }) => session);
  if (rows.some(({ is_planned }) => is_planned)) return stored;
  // A batch without planned sessions meets on every day on which the academy teaches, from its first day to its last.
  const count = Math.min(daysBetween(start_date, end_date) + 1, mostDays);
  const days = Array.from({ length: count }, (_, place) => addDays(start_date, place));
  const taught = days.filter((day) => calendar.reasonOff(day) === null);
  const all = new Set([...(taught.length > 0 ? taught : days), ...stored.map(({ day }) => day)]);
  return [...all].toSorted().map((day) => ({ day, start_time: null, end_time: null }));
}

/** The sessions that the calling instructor teaches from the day `from` to the day `until`, sorted by time. */
export async function readTeaching(
  db: Db,
  staff: StaffCaller,
  { from, until, calendar }: { from: string; until: string; calendar: AcademyCalendar },
): Promise<Teaching> {
  const { rows } = await sql<{ is_connected: boolean }>`
    select instructor_id is not null as is_connected from staff_members where id = ${staff.staffId}`.execute(db);
  const batches = await listRosterBatches(db, staff, { from, until });
  const sessions: Teaching['sessions'] = [];
  for (const batch of batches) {
    const { batch_id, course_name, venue, students } = batch;
    const planned = await readSessions(db, batch, calendar);
    const within = planned.filter(({ day }) => from <= day && day <= until);
    sessions.push(...within.map((session) => ({ batch_id, course_name, ...session, venue, students })));
  }
  const timeOf = ({ day, start_time }: Teaching['sessions'][number]) => `${day} ${start_time ?? ''}`;
  return {
    is_connected: rows[0]?.is_connected ?? false,
    sessions: sessions.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)) || a.batch_id - b.batch_id),
  };
}

/**
 * The students on the roster of a batch, sorted by name, each with contact data, documents, attendance, result and
 * certificate.
 */
async function readStudents(
  db: Db,
  { batch_id: batchId, end_date }: RosterSummary,
  detail: unknown,
): Promise<RosterStudent[]> {
  const { rows } = await sql<Omit<RosterStudent, 'documents'> & Pick<JoiningSource, 'own_documents'>>`
    select s.id as student_id, trim(s.first_name || ' ' || s.last_name) as name, s.mobile, s.indos_number, s.image_url is not null as has_photo,
      ${ownDocumentsSql(sql`s.id`)} as own_documents,
      coalesce((select json_object_agg(m.day, json_build_object('mark', m.mark,
          'marked_at', to_char(m.marked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', w.name))
        from attendance_marks m join staff_members w on w.id = m.staff_id
        where m.batch_id = ${batchId} and m.student_id = s.id and ${isMarkSetSql}), '{}'::json) as attendance,
      r.result, coalesce(r.remark, '') as remark,
      case when t.number is null then null else json_build_object('number', ${certificateNumberSql},
        'issued_at', to_char(t.issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as certificate
    from ${rosterStudentsSql(sql`${batchId}`)} e join students s on s.id = e.student_id
      left join course_results r on r.batch_id = ${batchId} and r.student_id = s.id
      left join certificates t on t.batch_id = ${batchId} and t.student_id = s.id and t.revoked_at is null
    order by lower(s.first_name || ' ' || s.last_name), s.id`.execute(db);
  return rows.map(({ own_documents, ...student }) => {
    const documents = own_documents ?? [];
    const verified = documents.filter(({ state }) => state === 'verified').length;
    const required = readRequiredDocuments(detail, { own_documents, end_date });
    return { ...student, documents: { verified, open: documents.length - verified, required } };
  });
}

type Photo = { id: string; bytes: number; media_type: string };

/** The photo of a student on the roster of a batch that the caller may see; undefined if there is none. */
export async function findPhoto(
  db: Db,
  staff: StaffCaller,
  { batchId, studentId }: { batchId: number; studentId: string },
): Promise<Photo | undefined> {
  const { rows } = await sql<Photo>`
    select f.id, f.bytes, f.media_type from batches b cross join ${rosterStudentsSql(sql`${batchId}`)} e
      join students s on s.id = e.student_id join files f on f.student_id = s.id and s.image_url = '/api/files/' || f.id
    where b.id = ${batchId} and s.id = ${studentId} and b.publication = 'published' and ${isVisible(staff)}
      and f.purpose = 'image' and f.state = 'stored' limit 1`.execute(db);
  return rows[0];
}

type Wanted = { batchId: number; today: string; calendar: AcademyCalendar };

/**
 * The roster of a batch; null if there is no such batch or the caller may not see it. `today` is the date in the
 * academy's time zone.
 */
export async function readRoster(
  db: Db,
  staff: StaffCaller,
  { batchId, today, calendar }: Wanted,
): Promise<Roster | null> {
  const { rows } = await sql<RosterSummary & Pick<Roster, 'needed_attendance'> & Pick<JoiningSource, 'detail'>>`
    ${summarySql(staff, sql`c.needed_attendance, ${joiningDetailSql(sql`c.detail`)} as detail,`)} and b.id = ${batchId}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return null;
  const { detail, ...summary } = found;
  const [sessions, roster] = await Promise.all([
    readSessions(db, summary, calendar),
    readStudents(db, summary, detail),
  ]);
  return { ...summary, sessions, today, roster };
}
