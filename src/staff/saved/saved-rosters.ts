import { clear, del, delMany, entries, get, set } from 'idb-keyval';
import * as z from 'zod';
import { type Roster, rosterSchema } from '../../../contract/staff/rosters.ts';
import { type SignedInStaff, signedInStaffSchema } from '../../../contract/staff/staff-account.ts';
import { openTimedStore } from '../../offline/saved/timed-store.ts';
import { startStaffWorker } from './staff-worker.ts';

const savedRosterSchema = z.object({ savedAt: z.number(), roster: rosterSchema });
type SavedRoster = z.infer<typeof savedRosterSchema>;

/**
 * Maximum number of saved rosters. It is more than the number of batches that anybody teaches in a week. If more
 * rosters are saved, the oldest ones are deleted.
 */
const mostRosters = 20;
const staffKey = 'staff';
const rosterKey = (batchId: number) => `roster:${batchId}`;
const store = openTimedStore('landfall-staff-rosters', 'records');

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs an operation on the store of saved rosters after all earlier ones have ended. Otherwise one could read the store
 * while another is still storing who has signed in. Returns `otherwise` if the browser cannot use its storage: without
 * storage, rosters can be opened only online.
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

/** The saved rosters, newest first. */
async function findRosters(): Promise<SavedRoster[]> {
  if (!(await findStaff())) return [];
  const saved = (await entries(store)).flatMap(([, record]) => savedRosterSchema.safeParse(record).data ?? []);
  return saved.toSorted((a, b) => b.savedAt - a.savedAt);
}

/**
 * The rosters that are saved on this device for reading without a connection, and the staff member who may read them
 * (decision 154, "Save rosters on the device for the length of a session"). All are deleted when this staff member
 * signs out, when their sign-in session ends, or when somebody else signs in. None can be read after the latest time at
 * which the session can end.
 */
export const savedRosters = {
  /** Stores which staff member has signed in. As long as none is stored, `save` saves no rosters. */
  async begin(staff: SignedInStaff): Promise<void> {
    await inTurn(async () => {
      if ((await findStaff())?.id !== staff.id) await clear(store);
      await set(staffKey, staff, store);
    }, undefined);
  },

  /**
   * The staff member who last signed in on this device; null if nobody did, or if their sign-in session must have ended
   * by now.
   */
  readStaff: (): Promise<SignedInStaff | null> => inTurn(findStaff, null),

  /**
   * Saves a roster without remarks and photos, which are available only online. Also installs the service worker that
   * opens the console offline. Does nothing unless `staffId`, for whom the roster was requested, is still signed in on
   * this device. `savedAt`: when the server returned the roster (ms since the epoch).
   */
  async save(roster: Roster, staffId: string | undefined, savedAt = Date.now()): Promise<void> {
    await inTurn(async () => {
      const staff = await findStaff();
      if (!staff || staff.id !== staffId) return;
      const saved = {
        ...roster,
        roster: roster.roster.map((student) => ({ ...student, remark: '', has_photo: false })),
      };
      await set(rosterKey(roster.batch_id), { savedAt, roster: saved }, store);
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

  /**
   * Deletes all saved rosters, and forgets who was signed in. Even if the browser opens the store too late
   * (`runsLate`), everything is deleted: a staff member who has signed out expects that nobody can read the rosters.
   */
  clear: (): Promise<void> => inTurn(() => clear((mode, use) => store(mode, use, { runsLate: true })), undefined),
};
