import {
  changeStaffRole,
  inviteStaffMember,
  listStaffMembers,
  resetStaffMember,
  type StaffMember,
  setStaffInstructor,
  setStaffState,
} from '../../../contract/staff/staff-members.ts';
import { recordStaffAction } from '../../db/audit-entry.ts';
import type { Tx } from '../../db/schema.ts';
import { inTransaction } from '../../db/transactions/transaction.ts';
import type { StaffCaller } from '../../http/mount/call.ts';
import type { Mount } from '../../http/mount/mount.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import { endSessionsOf } from '../session/staff-session.repo.ts';
import type { StaffDeps } from '../staff-deps.ts';
import { accountChanges, sendAccountChanged } from './account-emails.ts';
import { clearAccount, revokeInvitations, sendInvitation } from './invitations.ts';
import {
  connectInstructor,
  insertMember,
  listMembers,
  lockAdministrators,
  lockMember,
  type Member,
  updateMember,
} from './member.repo.ts';

type ListedMember = Awaited<ReturnType<typeof listMembers>>[number];

function toMember(row: ListedMember): StaffMember {
  const { id, name, email, role, state, has_totp, has_passkey, last_signed_in_at, invited_until } = row;
  const { instructor_id, instructor } = row;
  return {
    ...{ id, name, email, role, state },
    second_factors: [...(has_totp ? (['totp'] as const) : []), ...(has_passkey ? (['passkey'] as const) : [])],
    last_signed_in_at: last_signed_in_at?.toISOString() ?? null,
    invited_until: invited_until?.toISOString() ?? null,
    instructor: instructor_id === null ? null : { id: instructor_id, name: instructor ?? instructor_id },
  };
}

const { refusals } = changeStaffRole;

/**
 * Locks a member whom the caller is about to change. All administrators are locked first, in the order of their ids,
 * so that two administrators who change each other's accounts at the same time are handled one after the other.
 * @throws Refusal 404 NOT_FOUND, 409 OWN_ACCOUNT, 403 FORBIDDEN if the caller is no longer an administrator
 */
async function lockOther(
  tx: Tx,
  staff: StaffCaller,
  id: string,
): Promise<{ member: Member; administrators: string[] }> {
  const administrators = await lockAdministrators(tx);
  const member = await lockMember(tx, id);
  if (!member) throw notFound();
  if (id === staff.staffId)
    throw refuse(refusals, 'OWN_ACCOUNT', 'Ask another administrator to change your own account.');
  // Check the role again: after the permission of the caller was checked, somebody may have disabled the caller or
  // changed the caller's role.
  if (!administrators.includes(staff.staffId)) throw refuse(refusals, 'FORBIDDEN', 'Your role does not allow this.');
  return { member, administrators };
}

/** The calls by which administrators manage staff accounts (docs/product.md#staff-accounts). */
export function staffMemberRoutes(mount: Mount, { clock, mail }: StaffDeps): void {
  const now = () => new Date(clock.now());
  async function readMember(tx: Tx, id: string): Promise<StaffMember> {
    const [row] = await listMembers(tx, now(), id);
    if (!row) throw notFound();
    return toMember(row);
  }

  mount(listStaffMembers, async ({ db, staff }) => {
    const members = await listMembers(db, now());
    const read = { action: 'staff list', subject: 'staff', arguments: { members: members.length } };
    await inTransaction(db, (tx) => recordStaffAction(tx, staff, read, now()));
    return { statusCode: 200, data: members.map(toMember) };
  });

  mount(inviteStaffMember, async ({ body, db, staff }) => {
    const member = await insertMember(db, body, now());
    if (!member) {
      const text = 'There is a staff account with this email address already.';
      throw refuse(inviteStaffMember.refusals, 'STAFF_MEMBER_EXISTS', text, { fields: { email: text } });
    }
    await sendInvitation(db, mail, { to: member, isReset: false, now: now() });
    const after = { name: member.name, role: member.role };
    await recordStaffAction(db, staff, { action: 'staff invite', subject: `staff:${member.email}`, after }, now());
    return { statusCode: 200, data: await readMember(db, member.id) };
  });

  mount(changeStaffRole, async ({ params, body, db, staff }) => {
    const { member } = await lockOther(db, staff, params.id);
    if (member.role !== body.role) {
      await updateMember(db, member.id, { role: body.role });
      const entry = { action: 'staff role', subject: `staff:${member.email}`, reason: body.reason };
      await recordStaffAction(
        db,
        staff,
        { ...entry, before: { role: member.role }, after: { role: body.role } },
        now(),
      );
      await sendAccountChanged(db, mail, member, `Your role in the staff console is now ${body.role}.`);
    }
    return { statusCode: 200, data: await readMember(db, member.id) };
  });

  mount(setStaffState, async ({ params, body, db, staff }) => {
    const { member } = await lockOther(db, staff, params.id);
    const { is_disabled: isDisabled, reason } = body;
    if ((member.state === 'disabled') !== isDisabled) {
      // A member without a second factor has not completed the last invitation, and needs a new invitation.
      const isSetUp = (await readMember(db, member.id)).second_factors.length > 0;
      const state = isDisabled ? 'disabled' : isSetUp ? 'active' : 'invited';
      await updateMember(db, member.id, state === 'invited' ? { state, password_hash: null } : { state });
      if (isDisabled) {
        await endSessionsOf(db, member.id);
        await revokeInvitations(db, member.id, now());
      }
      const entry = {
        action: isDisabled ? 'staff disable' : 'staff enable',
        subject: `staff:${member.email}`,
        reason,
      };
      await recordStaffAction(db, staff, { ...entry, before: { state: member.state }, after: { state } }, now());
      const enabled = state === 'invited' ? accountChanges.enabledWithoutFactor : accountChanges.enabled;
      await sendAccountChanged(db, mail, member, isDisabled ? accountChanges.disabled : enabled);
    }
    return { statusCode: 200, data: await readMember(db, member.id) };
  });

  mount(setStaffInstructor, async ({ params, body, db, staff }) => {
    const { member } = await lockOther(db, staff, params.id);
    const connected = await connectInstructor(db, member.id, body.instructor_id);
    if (connected.result === 'unknown')
      throw refuse(
        setStaffInstructor.refusals,
        'NO_SUCH_INSTRUCTOR',
        'This instructor does not exist any more. Choose another one.',
      );
    if (connected.result === 'taken') {
      const text = `The account of ${connected.email} is connected with this instructor. Disconnect it first.`;
      throw refuse(setStaffInstructor.refusals, 'INSTRUCTOR_TAKEN', text);
    }
    if (connected.before !== body.instructor_id) {
      const entry = { action: 'staff instructor', subject: `staff:${member.email}`, reason: body.reason };
      const change = { before: { instructor: connected.before }, after: { instructor: body.instructor_id } };
      await recordStaffAction(db, staff, { ...entry, ...change }, now());
      await sendAccountChanged(db, mail, member, accountChanges.instructor(connected.name));
    }
    return { statusCode: 200, data: await readMember(db, member.id) };
  });

  mount(resetStaffMember, async ({ params, body, db, staff }) => {
    const { member } = await lockOther(db, staff, params.id);
    if (member.state === 'disabled')
      throw refuse(resetStaffMember.refusals, 'STAFF_MEMBER_DISABLED', 'This account is disabled. Enable it first.');
    const isReset = member.state === 'active';
    if (isReset) await clearAccount(db, member.id);
    await sendInvitation(db, mail, { to: member, isReset, now: now() });
    const entry = { action: isReset ? 'staff reset' : 'staff invite', subject: `staff:${member.email}` };
    const states = { before: { state: member.state }, after: { state: 'invited' } };
    await recordStaffAction(db, staff, { ...entry, ...states, reason: body.reason }, now());
    return { statusCode: 200, data: await readMember(db, member.id) };
  });
}
