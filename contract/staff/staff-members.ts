import * as z from 'zod';
import { answer, instantSchema } from '../answer.ts';
import { staffRoles } from './permissions.ts';
import { staffEmailSchema, staffNameSchema } from './staff-account.ts';
import { defineStaffEndpoint, reasonSchema } from './staff-endpoint.ts';

const staffStates = ['invited', 'active', 'disabled'] as const;

const staffMemberSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  state: z.enum(staffStates),
  second_factors: z.array(z.enum(['totp', 'passkey'])),
  last_signed_in_at: instantSchema.nullable(),
  /** When the latest unused invitation link expires; null if there is none. */
  invited_until: instantSchema.nullable(),
  /**
   * The instructor of the academy's calendar to whom this account belongs; null if there is none. The account sees the
   * rosters of the instructor's batches.
   */
  instructor: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;
const memberAnswer = answer({ data: staffMemberSchema });

const idParams = z.object({ id: z.uuid() });
/** Administrators cannot change their own account, so at least one of them can always sign in. */
const memberRefusals = { NOT_FOUND: 404, OWN_ACCOUNT: 409 } as const;

/** GET /staff/members: all staff members, sorted by name. */
export const listStaffMembers = defineStaffEndpoint({
  name: 'listStaffMembers',
  summary: 'All staff members',
  method: 'GET',
  url: '/api/staff/members',
  permission: 'staff.read',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.array(staffMemberSchema) }) },
});

/**
 * POST /staff/members invites a staff member by email. 409 STAFF_MEMBER_EXISTS if the email address has an account
 * already.
 */
export const inviteStaffMember = defineStaffEndpoint({
  name: 'inviteStaffMember',
  summary: 'Invites a staff member by email',
  method: 'POST',
  url: '/api/staff/members',
  permission: 'staff.manage',
  stepUp: true,
  rate: 'form',
  idempotency: 'keyed',
  body: z.object({ email: staffEmailSchema, name: staffNameSchema, role: z.enum(staffRoles) }),
  answers: { 200: memberAnswer },
  refusals: { STAFF_MEMBER_EXISTS: 409 },
});

/** PUT /staff/members/{id}/role changes the role of a staff member, also for sessions that are already open. */
export const changeStaffRole = defineStaffEndpoint({
  name: 'changeStaffRole',
  summary: 'Changes the role of a staff member',
  method: 'PUT',
  url: '/api/staff/members/:id/role',
  permission: 'staff.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ role: z.enum(staffRoles), reason: reasonSchema }),
  answers: { 200: memberAnswer },
  refusals: memberRefusals,
});

/**
 * PUT /staff/members/{id}/state disables an account or enables it again. Disabling ends its sessions and invalidates
 * its emailed links.
 */
export const setStaffState = defineStaffEndpoint({
  name: 'setStaffState',
  summary: 'Disables or enables the account of a staff member',
  method: 'PUT',
  url: '/api/staff/members/:id/state',
  permission: 'staff.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ is_disabled: z.boolean(), reason: reasonSchema }),
  answers: { 200: memberAnswer },
  refusals: memberRefusals,
});

/**
 * PUT /staff/members/{id}/instructor connects an account with an instructor of the calendar; null disconnects it. An
 * instructor has one account at most. 409 NO_SUCH_INSTRUCTOR, INSTRUCTOR_TAKEN.
 */
export const setStaffInstructor = defineStaffEndpoint({
  name: 'setStaffInstructor',
  summary: 'Connects a staff account with an instructor of the calendar',
  method: 'PUT',
  url: '/api/staff/members/:id/instructor',
  permission: 'staff.manage',
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ instructor_id: z.string().min(1).max(100).nullable(), reason: reasonSchema }),
  answers: { 200: memberAnswer },
  refusals: { ...memberRefusals, NO_SUCH_INSTRUCTOR: 409, INSTRUCTOR_TAKEN: 409 },
});

/**
 * POST /staff/members/{id}/reset removes the password and all second factors, ends the sessions, and emails a link to
 * set them up again. For an invited member it only sends a new link. 409 STAFF_MEMBER_DISABLED.
 */
export const resetStaffMember = defineStaffEndpoint({
  name: 'resetStaffMember',
  summary: 'Resets password and second factors of a staff member',
  method: 'POST',
  url: '/api/staff/members/:id/reset',
  permission: 'staff.manage',
  stepUp: true,
  rate: 'form',
  idempotency: 'keyed',
  params: idParams,
  body: z.object({ reason: reasonSchema }),
  answers: { 200: memberAnswer },
  refusals: { ...memberRefusals, STAFF_MEMBER_DISABLED: 409 },
});
