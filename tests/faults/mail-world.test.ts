import { describe, expect, it } from 'vitest';
import { MailLine, MailWorld } from './mail-world.ts';

const letter = {
  dedupeKey: 'order-completed:LF-1',
  to: 'a@example.com',
  subject: 's',
  text: 't',
  queuedAt: new Date(0),
};
const never = new AbortController().signal;

/** Carries letters like a run of the sender. */
function carrying(line: MailLine, count: number) {
  return async () => {
    // A claim comes before a letter.
    await Promise.resolve();
    let failed = 0;
    for (let place = 0; place < count; place += 1)
      await line.carrier.carry(letter, never).catch(() => {
        failed += 1;
      });
    return { failed };
  };
}

describe('the letter-boxes of the fault schedules', () => {
  it('complain of a letter that comes after it was marked', async () => {
    const world = new MailWorld();
    const line = new MailLine(world);
    await line.watch(carrying(line, 1));
    await line.watch(carrying(line, 1));
    expect(world.complaints).toEqual(['mail order-completed:LF-1 was sent twice']);
  });

  it('let a letter come again whose receipt was lost, also while another run waits', async () => {
    const world = new MailWorld();
    const line = new MailLine(world);
    line.fault = 'cut';
    await Promise.all([line.watch(carrying(line, 1)), line.watch(carrying(line, 0))]);
    await line.watch(carrying(line, 1));
    expect(world.complaints).toEqual([]);
    expect(world.arrived.get(letter.dedupeKey)).toBe(2);
  });
});
