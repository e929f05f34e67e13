import type { OutboxRow, RowState } from '../../../../src/offline/outbox-row.ts';
import type { Device } from './device.ts';
import type { Effect } from './honest-server.ts';
import { courseOfOtherReleases, type Person, type Tap } from './person.ts';

const underWay: readonly RowState[] = ['waiting', 'sending', 'needsAuth'];

type Case = {
  tap: Tap;
  row: OutboxRow | undefined;
  effects: Effect[];
  device: Device;
  person: Person;
  left: readonly OutboxRow[];
};

/** What a tap ended in that it must not; null where all is well. */
function judgeTap({ tap, row, effects, device, person, left }: Case): string | null {
  const { title, told, user } = tap;
  const kept = device.seen.has(title);
  const wasRefused = person.taps.some(({ wish, told: heard }) => wish === tap.wish && heard?.kind === 'refused');
  const given = device.replaced.has(title) ? 'unsent' : person.discarded.get(title);
  const isShown = row?.state === 'needsAttention' || wasRefused || told?.kind === 'in the form';
  if (effects.length > 1) return 'applied twice';
  const [effect] = effects;
  // A form under a name is its screen's: whoever is signed in when it goes out has sent it.
  if (effect && effect.student !== user && !(tap.isForm && !tap.isAnonymous)) return 'done as somebody else';
  if (effect && given === 'unsent') return 'done although it was discarded unsent';
  if (!kept && !told && tap.tab?.isAlive) return 'never told what became of it';
  if ((told?.kind === 'delivered' || told?.kind === 'received') && !effect && kept && !isMerged(tap, device))
    return 'told that it was done, and it was not';
  if (row && underWay.includes(row.state)) return `still ${row.state}`;
  if (kept && !effect && !isShown && !given) return 'vanished';
  if (told?.kind === 'queued' && !device.titles.has(told.key)) return 'said to be kept, and never was';
  const isNumberKnown = told?.kind === 'received' || person.dismissed.has(title) || given || row || isShown;
  const hasReceipt = left.some((one) => one.kind === 'receipt' && one.title === title);
  if (tap.isForm && kept && effect && !isNumberKnown && !hasReceipt) return 'no number was left for it';
  return null;
}

/** A second tap of the same kind shares the row of the first. */
function isMerged({ told, key }: Tap, _device: Device): boolean {
  return told !== null && 'key' in told && told.key !== key;
}

/** What must not be once all has come to rest; `left` is what the storage then holds. */
export function judge(device: Device, person: Person, left: readonly OutboxRow[]): string[] {
  const violations = person.taps.flatMap((tap) => {
    const effects = device.server.effects.filter(({ key }) => device.titles.get(key) === tap.title);
    const row = left.find((one) => one.title === tap.title && one.kind !== 'receipt');
    const violation = judgeTap({ tap, row, effects, device, person, left });
    return violation ? [`${violation}: ${tap.title}`] : [];
  });
  return [...violations, ...judgeOrder(device, person)];
}

/** A student's changes of one course are done in the order in which they were kept; those tried again count as later. */
function judgeOrder(device: Device, person: Person): string[] {
  const kept = [...device.seen.keys()];
  const last = new Map<string, string>();
  const violations: string[] = [];
  for (const { key } of device.server.effects) {
    const row = device.seen.get(device.titles.get(key) ?? '');
    if (!row || row.kind === 'unreadable' || !('course_id' in (row.payload as object))) continue;
    const { course_id } = row.payload as { course_id: number };
    if (person.triedAgain.has(row.title) || course_id === courseOfOtherReleases) continue;
    const thing = `${row.user} ${course_id}`;
    const before = last.get(thing);
    if (before !== undefined && kept.indexOf(before) > kept.indexOf(row.title))
      violations.push(`out of order: ${before}, ${row.title}`);
    last.set(thing, row.title);
  }
  return violations;
}
