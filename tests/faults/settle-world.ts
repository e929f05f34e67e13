import { chores } from './app-instance.ts';
import { readBooks } from './books.ts';
import { lastWord } from './evidence.ts';
import type { FaultLane } from './fault-lane.ts';
import type { Player } from './player.ts';
import type { Witness } from './witness.ts';

const longest = 30_000;
/** Longer than any session, hold and pause between two looks of a chore. */
const longMinutes = 370;
const roundsAtMost = 10;
const triesAtMost = 4;

/** Whoever has no answer yet asks again under the same key. */
async function repeatUnanswered(lane: FaultLane, witness: Witness): Promise<void> {
  const [instance] = lane.instances;
  for (const call of witness.evidence.calls) {
    for (let tries = 0; !lastWord(call) && tries < triesAtMost; tries++) await witness.send(call, instance);
    if (!lastWord(call)) witness.evidence.complaints.push(`key ${call.key}: has no answer although nothing is broken`);
  }
}

/** What the poller may change, a text a row. */
async function standOf(lane: FaultLane): Promise<string[]> {
  const { orders, attempts, payments, ledger, refunds, mails } = await readBooks(lane.db);
  return [...orders, ...attempts, ...payments, ...ledger, ...refunds, ...mails].map((row) => JSON.stringify(row));
}

/** Rows that came, or came to be different. */
function changeOf(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before);
  return after.filter((row) => !known.has(row));
}

/** Time passes and the poller runs until two runs change nothing. */
async function pollUntilQuiet(lane: FaultLane, complaints: string[]): Promise<void> {
  const [instance] = lane.instances;
  let before: string[] = [];
  let quiet = 0;
  for (let round = 0; round < roundsAtMost && quiet < 2; round++) {
    await lane.age(longMinutes);
    for (const chore of chores)
      for (const failure of await instance.run(chore))
        complaints.push(`the run of ${chore} fails although nothing is broken: ${failure}`);
    const now = await standOf(lane);
    quiet = changeOf(before, now).length === 0 ? quiet + 1 : 0;
    before = now;
  }
  if (quiet < 2) complaints.push(`the poller does not come to rest in ${roundsAtMost} rounds`);
}

/** After a schedule: every line is mended, everybody gets an answer, banks decide, time passes. */
export async function settleWorld(
  lane: FaultLane,
  player: Player,
  witness: Witness,
  ending: 'approved' | 'declined',
): Promise<void> {
  const { world } = lane;
  const { evidence, students } = witness;
  world.step += 1;
  for (const instance of lane.instances) {
    instance.disarm();
    instance.payments.mend();
  }
  if (!(await player.ended(longest))) evidence.complaints.push('a call hangs although nothing is broken');
  // News of a payment may still be at work after its webhook was answered.
  for (const instance of lane.instances) await instance.drain();
  await lane.revive();
  await lane.calmDown();
  await repeatUnanswered(lane, witness);
  for (const order of world.orders.values()) while (world.decide(order, ending));
  await pollUntilQuiet(lane, evidence.complaints);
  const before = await standOf(lane);
  for (const student of students) await witness.recheck(student, undefined, lane.instances[1]);
  const found = changeOf(before, await standOf(lane));
  if (found.length > 0) {
    evidence.complaints.push(`a recheck finds what the poller does not look for: ${found.join(', ')}`);
    await pollUntilQuiet(lane, evidence.complaints);
  }
  evidence.complaints.push(...world.complaints, ...lane.mail.complaints);
  evidence.paid = world.approved;
  evidence.refunded = [...world.refunds.values()].map(({ refundId, amountPaise }) => ({ id: refundId, amountPaise }));
  evidence.letters = [...lane.mail.arrived.keys()];
}
