import { clear, del, delMany, entries, get, set } from 'idb-keyval';
import * as z from 'zod';
import { type Roster, rosterSchema } from '../../../contract/staff/rosters.ts';
import { type SignedInStaff, signedInStaffSchema } from '../../../contract/staff/staff-account.ts';
import { openStore } from '../../offline/saved/open-store.ts';
import { startStaffWorker } from './staff-worker.ts';

const savedRosterSchema = z.object({ savedAt: z.number(), roster: rosterSchema });
type SavedRoster = z.infer<typeof savedRosterSchema>;

/** Maximum number of saved rosters, more than anybody teaches in a week. Beyond it, the oldest ones are deleted. */
const mostRosters = 20;
const staffKey = 'staff';
const rosterKey = (batchId: number) => `roster:${batchId}`;
const store = openStore('landfall-staff-rosters', 'records');

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs work on the store one at a time, so that no read sees a half-stored sign-in. Returns `otherwise` if the browser
 * cannot use its storage; rosters then need a connection.
 */
function inTurn<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  const done = turn.then(work).catch(() => otherwise);
  turn = done;
  return done;
}

async function findStaff(): Promise<SignedInStaff | null> {
  const record = await get(staffKey, store);
  if (record === undefined) return null;
  const staff = signedInStaffSchema.safeParse(record).data;
  if (staff && Date.parse(staff.expires_at) > Date.now()) return staff;
  await clear(store);
  return null;
}

/** The saved rosters, the newest first. */
async function findRosters(): Promise<SavedRoster[]> {
  if (!(await findStaff())) return [];
  const saved = (await entries(store)).flatMap(([, record]) => savedRosterSchema.safeParse(record).data ?? []);
  return saved.toSorted((a, b) => b.savedAt - a.savedAt);
}

/**
 * The rosters saved on this device for reading without a connection, and the staff member who may read them (decision 154).
 * Everything is deleted when they sign out, when their session ends, or when somebody else signs in. Once the session's
 * latest end has passed, nothing can be read.
 */
export const savedRosters = {
  /** Stores who has signed in. Without this, `save` stores no rosters. */
  async begin(staff: SignedInStaff): Promise<void> {
    await inTurn(async () => {
      if ((await findStaff())?.id !== staff.id) await clear(store);
      await set(staffKey, staff, store);
    }, undefined);
  },

  /**
   * The staff member who last signed in on this device; null if nobody did, or if the session must have expired by now.
   */
  readStaff: (): Promise<SignedInStaff | null> => inTurn(findStaff, null),

  /** Saves a roster without remarks and photos, which need a connection, and makes the console open offline. */
  async save(roster: Roster): Promise<void> {
    await inTurn(async () => {
      if (!(await findStaff())) return;
      const saved = {
        ...roster,
        roster: roster.roster.map((student) => ({ ...student, remark: '', has_photo: false })),
      };
      await set(rosterKey(roster.batch_id), { savedAt: Date.now(), roster: saved }, store);
      const old = (await findRosters()).slice(mostRosters);
      await delMany(
        old.map((one) => rosterKey(one.roster.batch_id)),
        store,
      );
      startStaffWorker();
    }, undefined);
  },

  async read(batchId: number): Promise<SavedRoster | null> {
    return (await savedRosters.readAll()).find(({ roster }) => roster.batch_id === batchId) ?? null;
  },

  readAll: (): Promise<SavedRoster[]> => inTurn(findRosters, []),

  /** Deletes a roster that the staff member may no longer see. */
  remove: (batchId: number): Promise<void> => inTurn(() => del(rosterKey(batchId), store), undefined),

  /** Deletes all saved rosters and forgets who was signed in. */
  clear: (): Promise<void> => inTurn(() => clear(store), undefined),
};
