import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import { sampleOf, seed } from '../../../e2e/support/sample.ts';
import { allTransitions } from '../../../lab/chart/chart.ts';
import { type Flow, findFlow, flows } from '../../../lab/flows.ts';
import type { PathFile } from '../../../lab/path-file.ts';
import { pathGenerator } from '../../../lab/paths/generate-paths.ts';
import { resolveInput, toMachineEvent } from '../../../lab/paths/path-events.ts';
import { type RecordedEvent, recordPath } from '../../../lab/paths/record-path.ts';
import { replayOn } from '../../../lab/paths/replay-path.ts';
import { findImpossibleStep } from '../../../lab/paths/screen-steps.ts';

/** The number of paths per machine that are recorded; `npm run soak` records all of them. */
const sampledPaths = 2;

/** The events that the page's registry of machines would record while the machine goes along this path. */
function recordedEventsOf({ machine, alphabet }: Flow, { input, steps }: PathFile): RecordedEvent[] {
  let snapshot: AnyMachineSnapshot = getInitialSnapshot(machine, resolveInput(input));
  const recordedEvents: RecordedEvent[] = [{ event: 'xstate.init', words: {}, taken: [], value: snapshot.value }];
  for (const { event } of steps) {
    const machineEvent = toMachineEvent(event, alphabet, snapshot);
    const taken = machine.getTransitionData(snapshot, machineEvent).map((each) => {
      const alternatives = each.source.transitions.get(each.eventType) ?? [];
      return `${each.source.id} ${each.eventType} ${alternatives.indexOf(each) + 1}`;
    });
    snapshot = getNextSnapshot(machine, snapshot, machineEvent);
    recordedEvents.push({ event: machineEvent.type, words: {}, taken, value: snapshot.value });
  }
  return recordedEvents;
}

const login = findFlow('login');
if (!login) throw new Error('no login');
const init = { event: 'xstate.init', words: {}, taken: [], value: 'enteringIdentifier' };
const submitted = {
  event: 'identifier.submit',
  words: {},
  taken: ['login.enteringIdentifier identifier.submit 1'],
  value: 'lookingUp',
};

describe.each(flows.map((flow) => ({ ...flow, id: flow.machine.id })))('$id', (flow) => {
  it('a path recorded from a running state machine replays to the same final state', { timeout: 120_000 }, async () => {
    const pathsOf = pathGenerator(flow);
    const paths = sampleOf([...pathsOf('covering'), ...pathsOf('shortest')], sampledPaths);
    expect(allTransitions(flow.machine).length).toBeGreaterThan(0);
    for (const path of paths) {
      const { path: recorded, problem } = recordPath(flow, recordedEventsOf(flow, path), path.title);
      expect(problem, `${path.title}, SEED=${seed}`).toBeNull();
      const replay = recorded && (await replayOn(flow, recorded));
      expect(replay?.difference?.message).toBeUndefined();
      expect(recorded?.steps.at(-1)?.expect).toEqual(path.steps.at(-1)?.expect);
    }
  });
});

describe('a recording', () => {
  it('a recorded path contains, for each recorded event, the most similar of the prepared sample events', () => {
    const words = { kind: 'limited' };
    const limited = { event: 'xstate.done.actor.lookUp', words, taken: [], value: 'lookupFailed' };
    const { path } = recordPath(login, [init, submitted, limited], 'Too often');
    expect(path?.steps.map(({ event }) => event)).toEqual([
      { type: 'identifier.submit', identifier: { fixture: 'student.email' } },
      { type: 'lookUp done', outcome: 'limited' },
    ]);
    expect(path?.fixtures).toEqual(['student.email']);
  });

  it('a recorded path ends before an event that matches no sample event, and the recorder reports this', () => {
    const odd = { ...submitted, event: 'step.back', value: 'signedIn' };
    const { path, problem } = recordPath(login, [init, submitted, odd], 'Odd');
    expect(path?.steps).toHaveLength(1);
    expect(problem).toBe('No sample of “step.back” leads to “signedIn”: the path ends before it.');
  });

  it('a recorded path of checkout omits the events that the page sent by itself, so that the screens can repeat the path', async () => {
    const checkout = findFlow('checkout');
    if (!checkout) throw new Error('no checkout');
    const at = (event: string, value: unknown, words = {}): RecordedEvent => ({ event, words, taken: [], value });
    const [loading, reviewing] = [{ information: 'loadingProfile' }, { review: 'reviewing' }];
    const { path, problem } = recordPath(
      checkout,
      [
        at('xstate.init', loading),
        at('connection.change', loading, { isOnline: true }),
        at('screen.requested', loading, { screen: 'information' }),
        at('xstate.done.actor.loadProfile', { information: 'confirmingInformation' }),
        at('information.proceed', reviewing),
        at('screen.requested', reviewing, { screen: 'review' }),
        at('cart.updated', reviewing),
        at('terms.accept', reviewing),
        at('connection.change', reviewing, { isOnline: false }),
        at('order.place', { review: 'waitingAtReview' }),
      ],
      'Up to the payment',
    );
    expect(problem).toBeNull();
    expect(path?.steps.map(({ event: { type } }) => type)).toEqual([
      ...['loadProfile done', 'information.proceed', 'terms.accept', 'connection.change', 'order.place'],
    ]);
    expect(path && (await findImpossibleStep(checkout, path))).toBeNull();
  });

  it('a recorded path of adding a course to the cart omits the event with which the outbox reports the delivery', async () => {
    const addToCart = findFlow('addToCart');
    if (!addToCart) throw new Error('no addToCart');
    const at = (event: string, value: string, words = {}): RecordedEvent => ({ event, words, taken: [], value });
    const events = [
      ...[at('xstate.init', 'idle'), at('batch.choose', 'idle'), at('cart.add', 'adding')],
      ...[at('outbox.delivered', 'adding'), at('xstate.done.actor.addToCart', 'added', { kind: 'added' })],
    ];
    const { path } = recordPath(addToCart, events, 'A course added');
    expect(path?.steps.map(({ event: { type } }) => type)).toEqual(['batch.choose', 'cart.add', 'addToCart done']);
    expect(path && (await findImpossibleStep(addToCart, path))).toBeNull();
  });

  it('no path is recorded if the state machine started before recording began', () => {
    expect(recordPath(login, [submitted], 'Late')).toEqual({
      path: null,
      problem: 'The machine started before recording began.',
    });
    expect(recordPath(login, [], 'None').path).toBeNull();
  });
});
