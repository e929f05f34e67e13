import { signInAsStaff } from '../../../support/staff.ts';
import { foreignCalendar } from './foreign-calendar.ts';
import { foreignContent } from './foreign-content.ts';
import { type ForeignObject, unknownObject } from './foreign-object.ts';
import { foreignOrders } from './foreign-orders.ts';
import { foreignPeople } from './foreign-people.ts';
import { foreignRosters } from './foreign-rosters.ts';

const reason = 'as agreed';

/** A request about a staff member who does not exist. */
const unknownMember = (what: string, body: object): ForeignObject =>
  unknownObject(`/api/staff/members/${crypto.randomUUID()}/${what}`, { reason, ...body });

/**
 * Requests about objects that belong to somebody else or do not exist, by endpoint name: one for every staff call that
 * contains the id of an object.
 */
export const foreignStaffObjects: Record<string, ForeignObject> = {
  ...foreignCalendar,
  ...foreignContent,
  ...foreignOrders,
  ...foreignPeople,
  ...foreignRosters,
  changeStaffRole: unknownMember('role', { role: 'editor' }),
  setStaffInstructor: unknownMember('instructor', { instructor_id: null }),
  setStaffState: unknownMember('state', { is_disabled: true }),
  resetStaffMember: unknownMember('reset', {}),
  readWaitingList: unknownObject('/api/staff/waiting-lists/99999'),
  offerWaitingSeat: unknownObject('/api/staff/waiting-entries/99999/offer', { reason }),
  removeWaitingEntry: unknownObject('/api/staff/waiting-entries/99999/remove', { reason }),
  resendEmail: unknownObject('/api/staff/emails/99999/resend', {}),
  removeStaffPasskey: {
    async request(api) {
      const owner = await api.hire('editor');
      const { id } = await api.app.db
        .insertInto('staff_passkeys')
        .values({
          ...{ staff_id: owner.id, credential_id: crypto.randomUUID(), public_key: Buffer.from('key'), counter: 0 },
          ...{ transports: '[]', name: 'Laptop', created_at: new Date(api.app.clock.now()) },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { url: '/api/staff/account/passkeys', body: { id } };
    },
    expected: 404,
  },
  // For the session of another staff member, `endStaffSessions` returns 200, but does not end the session
  // (`tests/server/staff/sign-in.test.ts`).
  endStaffSessions: {
    async request(api) {
      const owner = await api.hire('editor');
      await signInAsStaff(api.app, owner);
      const session = api.app.db.selectFrom('staff_sessions').select('id').where('staff_id', '=', owner.id);
      const { id } = await session.executeTakeFirstOrThrow();
      return { url: '/api/staff/account/sessions', body: { id } };
    },
    expected: 200,
  },
};
