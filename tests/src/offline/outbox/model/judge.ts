import type { OutboxRow, RowState } from '../../../../../src/offline/outbox/row.ts';
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

/** Checks what became of one tap of the simulated person. Returns the rule that the outbox violated; null if none. */
function judgeTap({ tap, row, effects, device, person, left }: Case): string | null {
  const { title, result, user } = tap;
  const stored = device.seen.has(title);
  const wasRefused = person.taps.some(({ wish, result: other }) => wish === tap.wish && other?.kind === 'refused');
  const given = device.replaced.has(title) ? 'unsent' : person.discarded.get(title);
  const isShown = row?.state === 'needsAttention' || wasRefused || result?.kind === 'in the form';
  if (effects.length > 1) return 'applied twice';
  const [effect] = effects;
  // Only a form that is not anonymous may be applied as another student: it is sent in the session of whoever is signed
  // in by then, even if another student filled it in.
  if (effect && effect.student !== user && !(tap.isForm && !tap.isAnonymous)) return 'applied as another student';
  if (effect && given === 'unsent' && !device.unmarked.has(title))
    return 'applied although it was discarded before it was sent';
  if (!stored && !result && tap.tab?.isAlive) return 'its screen never got a result';
  if ((result?.kind === 'delivered' || result?.kind === 'received') && !effect && stored && !isMerged(tap))
    return 'reported as delivered, but never applied';
  if (row && underWay.includes(row.state)) return `still ${row.state}`;
  if (stored && !effect && !isShown && !given) return 'lost';
  if (result?.kind === 'queued' && !device.titles.has(result.key)) return 'reported as queued, but never stored';
  const isNumberKnown = result?.kind === 'received' || person.dismissed.has(title) || given || row || isShown;
  const hasReceipt = left.some((one) => one.kind === 'receipt' && one.title === title);
  if (tap.isForm && stored && effect && !isNumberKnown && !hasReceipt) return 'its reference number was lost';
  return null;
}

/**
 * Whether the outbox merged this tap with an earlier tap that asked for the same change, so that both share one outbox
 * row.
 */
function isMerged({ result, key }: Tap): boolean {
  return result !== null && 'key' in result && result.key !== key;
}

/**
 * Lists the rules that the outbox violated during a random sequence of events. `left`: the outbox rows that are still
 * stored at its end.
 */
export function judge(device: Device, person: Person, left: readonly OutboxRow[]): string[] {
  const violations = person.taps.flatMap((tap) => {
    const effects = device.server.effects.filter(({ key }) => device.titles.get(key) === tap.title);
    const row = left.find((one) => one.title === tap.title && one.kind !== 'receipt');
    const violation = judgeTap({ tap, row, effects, device, person, left });
    return violation ? [`${violation}: ${tap.title}`] : [];
  });
  return [...violations, ...judgeOrder(device, person)];
}

/**
 * Checks that a student's additions and removals of a course took effect in the order in which they were stored or in
 * the order of the taps. The two orders can differ, because a change that cannot be stored is sent at once. Does not
 * check changes that the student tried again after a refusal.
 */
function judgeOrder(device: Device, person: Person): string[] {
  const stored = [...device.seen.keys()];
  const tapped = person.taps.map(({ title }) => title);
  const isLater = (titles: readonly string[], one: string, other: string) =>
    titles.indexOf(one) > titles.indexOf(other);
  const last = new Map<string, string>();
  const violations: string[] = [];
  for (const { key } of device.server.effects) {
    const row = device.seen.get(device.titles.get(key) ?? '');
    if (!row || row.kind === 'unreadable' || !('course_id' in (row.payload as object))) continue;
    const { course_id } = row.payload as { course_id: number };
    if (person.triedAgain.has(row.title) || course_id === courseOfOtherReleases) continue;
    const thing = `${row.user} ${course_id}`;
    const before = last.get(thing);
    if (before !== undefined && isLater(stored, before, row.title) && isLater(tapped, before, row.title))
      violations.push(`out of order: ${before}, ${row.title}`);
    last.set(thing, row.title);
  }
  return violations;
}
