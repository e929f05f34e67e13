import * as z from 'zod';
import { answer, daySchema, idSchema, instantSchema } from '../answer.ts';
import { counted } from '../counted.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

export const attendanceMarks = ['present', 'late', 'absent', 'excused'] as const;
const resultSchema = z.enum(['passed', 'failed']).nullable();
/** Maximum number of marks in one call: enough for 60 students on five days. */
const maxMarks = 300;

const rosterSummarySchema = z.object({
  batch_id: idSchema,
  course_name: z.string(),
  start_date: daySchema,
  end_date: daySchema,
  venue: z.string().nullable(),
  instructor: z.string().nullable(),
  /** The number of students on the roster. */
  students: z.number().int(),
});
export type RosterSummary = z.infer<typeof rosterSummarySchema>;

const sessionSchema = z.object({ day: daySchema, start_time: z.string().nullable(), end_time: z.string().nullable() });
const markSchema = z.enum(attendanceMarks);
/** A stored attendance mark, when it was made, and by whom. */
const storedMarkSchema = z.object({ mark: markSchema, marked_at: instantSchema, by: z.string() });
/** Identifies an attendance mark by the student and the day of the session. */
const markedSchema = z.object({ student_id: z.uuid(), day: daySchema });
const rosterStudentSchema = z.object({
  student_id: z.uuid(),
  name: z.string(),
  mobile: z.string().nullable(),
  indos_number: z.string().nullable(),
  /** Whether the student has uploaded a photo (`getRosterPhoto`). */
  has_photo: z.boolean().default(false),
  /**
   * How many of the student's documents staff have verified (`verified`), and how many wait for review or were rejected
   * (`open`).
   */
  documents: z.object({
    verified: z.number().int(),
    open: z.number().int(),
    /**
     * Which of the documents that the course requires are not in order. Null if the course requires none, or if its
     * content has no words by which they are recognised in the names of the student's documents. Absent in rosters that
     * a device saved before this field existed.
     */
    required: z
      .object({
        /** Those that the student lacks, as in the joining instructions. */
        missing: z.array(z.string()),
        /** Those that are stored but not verified yet. */
        unverified: z.array(z.string()),
      })
      .nullable()
      .default(null),
  }),
  /** The student's current attendance marks by day. Days without a mark are missing. */
  attendance: z.record(daySchema, storedMarkSchema),
  result: resultSchema,
  remark: z.string(),
  certificate: z.object({ number: z.string(), issued_at: instantSchema }).nullable(),
});
export type RosterStudent = z.infer<typeof rosterStudentSchema>;

/** What is still to be done about a student's documents; null if they are complete. */
export function documentsNote({ verified, open, required }: RosterStudent['documents']): string | null {
  if (required) {
    const { missing, unverified } = required;
    const texts = [
      ...(missing.length > 0 ? [`Missing: ${missing.join(', ')}`] : []),
      ...(unverified.length > 0 ? [`Not verified: ${unverified.join(', ')}`] : []),
    ];
    return texts.join('. ') || null;
  }
  if (verified === 0) return 'No verified document';
  return open > 0 ? `${counted(open, 'document')} not verified` : null;
}

export const rosterSchema = rosterSummarySchema.extend({
  sessions: z.array(sessionSchema),
  /** The current date in the academy's time zone. Later sessions cannot be marked. */
  today: daySchema,
  /**
   * The share of sessions, in percent, at which a student must be present or late to get a certificate without staff
   * giving a reason. Excused sessions are not counted.
   */
  needed_attendance: z.number().int(),
  roster: z.array(rosterStudentSchema),
});
export type Roster = z.infer<typeof rosterSchema>;

/**
 * GET /staff/rosters: published batches that end on `from` or later and begin on `until` or earlier, sorted by first
 * day. Instructors get only their own batches.
 */
export const listRosters = defineStaffEndpoint({
  name: 'listRosters',
  summary: 'The batches of which the caller may see the roster; of an instructor, the own ones',
  method: 'GET',
  url: '/api/staff/rosters',
  permission: 'rosters.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({ from: daySchema, until: daySchema }),
  answers: { 200: answer({ data: z.array(rosterSummarySchema) }) },
});

const batchParams = z.object({ id: idSchema });

/**
 * GET /staff/rosters/{id}: the roster of a batch. Instructors get 404 for batches of others. Each call is recorded in
 * the audit log.
 */
export const getRoster = defineStaffEndpoint({
  name: 'getRoster',
  summary: 'The students of a batch, with attendance and results',
  method: 'GET',
  url: '/api/staff/rosters/:id',
  permission: 'rosters.read',
  rate: 'read',
  idempotency: 'safe',
  params: batchParams,
  answers: { 200: answer({ data: rosterSchema }) },
  refusals: { NOT_FOUND: 404 },
});

/**
 * GET /staff/rosters/{id}/photos/{student}: the photo that a student of the batch has uploaded. 404 if there is none.
 */
export const getRosterPhoto = defineStaffEndpoint({
  name: 'getRosterPhoto',
  summary: 'The photo of a student on a roster',
  method: 'GET',
  url: '/api/staff/rosters/:id/photos/:student',
  permission: 'rosters.read',
  rate: 'read',
  idempotency: 'safe',
  params: batchParams.extend({ student: z.uuid() }),
  answers: { 200: z.file() },
  refusals: { NOT_FOUND: 404 },
});

const rosterFormats = ['pdf', 'csv'] as const;
export type RosterFormat = (typeof rosterFormats)[number];

/**
 * GET /staff/rosters/{id}/files/{format}: the roster as a PDF to print, or as CSV for a spreadsheet. Instructors get
 * 404 for batches of others. Each call is recorded in the audit log.
 */
export const exportRoster = defineStaffEndpoint({
  name: 'exportRoster',
  summary: 'The roster of a batch as PDF or CSV',
  method: 'GET',
  url: '/api/staff/rosters/:id/files/:format',
  permission: 'rosters.read',
  stepUp: true,
  rate: 'read',
  idempotency: 'safe',
  params: batchParams.extend({ format: z.enum(rosterFormats) }),
  answers: { 200: z.file() },
  refusals: { NOT_FOUND: 404 },
});

/**
 * Why an attendance mark is refused. `certificate`: the student has a valid certificate, which relies on the
 * attendance. `changed`: somebody else has changed or removed the stored mark in the meantime.
 */
const refusedMarkReasons = ['notOnRoster', 'noSession', 'future', 'certificate', 'changed'] as const;

/**
 * POST /staff/rosters/{id}/attendance sets attendance marks; a mark of null removes one. Of two marks for a student and
 * day, the later one is valid. The response has the current marks of these students and days, and the refused marks;
 * all others are stored.
 */
export const markAttendance = defineStaffEndpoint({
  name: 'markAttendance',
  summary: 'Sets and removes attendance marks of students',
  method: 'POST',
  url: '/api/staff/rosters/:id/attendance',
  permission: 'rosters.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: batchParams,
  body: z.object({
    /** Who made the marks. If somebody else is signed in, the call gets 401 and stores no mark. */
    staff_id: z.uuid().optional(),
    marks: z
      .array(
        markedSchema.extend({
          /** A mark whose id was sent before is not stored again. */
          id: z.uuid().optional(),
          mark: markSchema.nullable(),
          /** When the mark was made, by the device's clock. */
          at: instantSchema,
          /**
           * The `marked_at` of the stored mark that the device showed; null if it showed none. The new mark counts as
           * later than the shown one, even if the device's clock is slow. But it is refused as `changed` if somebody
           * else has meanwhile set a different mark, or has removed the stored mark at a time after `at`.
           */
          seen_at: instantSchema.nullable().optional(),
        }),
      )
      .min(1)
      .max(maxMarks),
  }),
  answers: {
    200: answer({
      data: z.object({
        marks: z.array(markedSchema.extend(storedMarkSchema.shape)),
        /**
         * `removed_at`: set if the mark is refused because somebody else has removed the stored mark; the time of the
         * removal. A call that marks the student all the same sends this time as `seen_at`, and is then not refused.
         */
        refused: z.array(
          markedSchema.extend({ reason: z.enum(refusedMarkReasons), removed_at: instantSchema.optional() }),
        ),
      }),
    }),
  },
  refusals: { NOT_FOUND: 404 },
});

/**
 * PUT /staff/rosters/{id}/results sets results of students. A result of null deletes the stored result and its remark.
 * If one result is refused, none is stored. 409 RESULT_CHANGED if the stored values differ both from `seen` and from
 * the new values. 409 HAS_CERTIFICATE for a student with a valid certificate.
 */
export const setResults = defineStaffEndpoint({
  name: 'setResults',
  summary: 'Sets the results of students',
  method: 'PUT',
  url: '/api/staff/rosters/:id/results',
  permission: 'rosters.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: batchParams,
  body: z.object({
    results: z
      .array(
        z.object({
          student_id: z.uuid(),
          result: resultSchema,
          /** The new remark. If it is missing, the stored remark stays. */
          remark: z.string().trim().max(500, 'At most 500 characters').optional(),
          /** The result that the caller was shown, optionally with its remark. */
          seen: z.object({ result: resultSchema, remark: z.string().optional() }).optional(),
        }),
      )
      .min(1)
      .max(maxMarks),
  }),
  answers: { 200: answer({}) },
  refusals: {
    NOT_FOUND: 404,
    NOT_ON_ROSTER: 409,
    HAS_CERTIFICATE: 409,
    /** `data` of RESULT_CHANGED: the student's result and remark that are stored now. */
    RESULT_CHANGED: { status: 409, data: z.object({ result: resultSchema, remark: z.string() }) },
  },
});

const lackSchema = z.object({ student_id: z.uuid(), lacks: z.enum(['result', 'attendance']) });

/**
 * POST /staff/rosters/{id}/certificates issues certificates to students who passed and attended enough sessions. A
 * student who has a valid certificate gets no new one. 409 BATCH_RUNNING before the last day.
 * For students who did not pass or attend enough, the call needs a `reason`. In addition, `incomplete` must say what
 * each of them lacks, which proves that the staff member has seen it. Otherwise 409 NOT_COMPLETED.
 */
export const issueCertificates = defineStaffEndpoint({
  name: 'issueCertificates',
  summary: 'Issues certificates to students of a batch',
  method: 'POST',
  url: '/api/staff/rosters/:id/certificates',
  permission: 'certificates.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: batchParams,
  body: z.object({
    students: z.array(z.uuid()).min(1).max(maxMarks),
    reason: reasonSchema.optional(),
    incomplete: z.array(lackSchema).max(maxMarks).optional(),
  }),
  /** `issued`: how many new certificates were issued. */
  answers: { 200: answer({ data: z.object({ issued: z.number().int() }) }) },
  refusals: {
    NOT_FOUND: 404,
    NOT_ON_ROSTER: 409,
    BATCH_RUNNING: 409,
    NOT_COMPLETED: {
      status: 409,
      data: z.object({ students: z.array(lackSchema.extend({ name: z.string() })) }),
    },
  },
});

/**
 * POST /staff/rosters/{id}/joining-emails sends the batch's joining instructions to students again. `sent` counts the
 * emails; students without an email address get none.
 */
export const sendJoiningEmails = defineStaffEndpoint({
  name: 'sendJoiningEmails',
  summary: 'Sends the joining instructions of a batch to students again',
  method: 'POST',
  url: '/api/staff/rosters/:id/joining-emails',
  permission: 'rosters.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: batchParams,
  body: z.object({ students: z.array(z.uuid()).min(1).max(maxMarks) }),
  answers: { 200: answer({ data: z.object({ sent: z.number().int() }) }) },
  refusals: { NOT_FOUND: 404, NOT_ON_ROSTER: 409 },
});

const certificateParams = z.object({ number: z.string().max(40) });

/**
 * GET /staff/certificates/{number}/certificate.pdf: a valid certificate, the same PDF that the student gets. 404 if it
 * is revoked.
 */
export const getStaffCertificateFile = defineStaffEndpoint({
  name: 'getStaffCertificateFile',
  summary: 'A certificate as PDF',
  method: 'GET',
  url: '/api/staff/certificates/:number/certificate.pdf',
  permission: 'certificates.read',
  rate: 'read',
  idempotency: 'safe',
  params: certificateParams,
  answers: { 200: z.file().mime('application/pdf') },
  refusals: { NOT_FOUND: 404 },
});

/** POST /staff/certificates/{number}/revocation revokes a certificate for good. 409 ALREADY_REVOKED. */
export const revokeCertificate = defineStaffEndpoint({
  name: 'revokeCertificate',
  summary: 'Revokes a certificate',
  method: 'POST',
  url: '/api/staff/certificates/:number/revocation',
  permission: 'certificates.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params: certificateParams,
  body: z.object({ reason: reasonSchema }),
  answers: { 200: answer({}) },
  refusals: { NOT_FOUND: 404, ALREADY_REVOKED: 409 },
});
