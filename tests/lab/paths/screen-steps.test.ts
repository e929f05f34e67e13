import { describe, expect, it } from 'vitest';
import { chartHash } from '../../../lab/chart/chart.ts';
import { findFlow } from '../../../lab/flows.ts';
import { type PathFile, type PathStep, pathFormat, pathVersion } from '../../../lab/path-file.ts';
import { replayOn } from '../../../lab/paths/replay-path.ts';
import { findImpossibleStep } from '../../../lab/paths/screen-steps.ts';

const flow = findFlow('checkout');
if (!flow) throw new Error('no such machine');

function pathOf(...steps: [type: string, state: string][]): PathFile {
  const pathSteps: PathStep[] = steps.map(([type, state]) => ({ event: { type }, expect: { state } }));
  return {
    ...{ format: pathFormat, version: pathVersion, machine: 'checkout', chart: chartHash(flow?.machine as never) },
    ...{ title: 'At the details', fixtures: [], input: { screen: 'information', isOnline: true } },
    ...{ start: { state: 'information.loadingProfile' }, steps: pathSteps },
  };
}
const failed: [string, string] = ['loadProfile failed', 'information.profileUnavailable'];

describe('the step of a path that no screen can do', () => {
  it('findImpossibleStep reports a path that leaves checkout while the profile is unavailable, because no screen can cause this', async () => {
    const path = pathOf(failed, ['checkout.leave', 'abandoned']);
    expect((await replayOn(flow, path)).difference).toBeNull();
    expect(await findImpossibleStep(flow, path)).toEqual({
      step: 2,
      reason: 'no screen can cause “checkout.leave” in “information.profileUnavailable” at this point',
    });
  });

  it('findImpossibleStep reports a path in which the profile loads while the device is offline', async () => {
    const path = pathOf();
    path.steps.push(
      { event: { type: 'connection.change', isOnline: false }, expect: { state: 'information.loadingProfile' } },
      {
        event: { type: 'loadProfile done', outcome: 'complete' },
        expect: { state: 'information.confirmingInformation' },
      },
    );
    expect(await findImpossibleStep(flow, path)).toMatchObject({ step: 2 });
  });

  it('findImpossibleStep reports a path with an event that the state machine ignores', async () => {
    const path = pathOf(failed, ['information.proceed', 'information.profileUnavailable']);
    expect(await findImpossibleStep(flow, path)).toMatchObject({ step: 2 });
  });

  it('findImpossibleStep returns null if every step of a path is possible up to the point where the path and its state machine differ', async () => {
    expect(
      await findImpossibleStep(flow, pathOf(failed, ['information.retry', 'information.loadingProfile'])),
    ).toBeNull();
    const differs = pathOf(
      ['loadProfile failed', 'information.confirmingInformation'],
      ['checkout.leave', 'abandoned'],
    );
    expect(await findImpossibleStep(flow, differs)).toBeNull();
    expect(await findImpossibleStep(flow, pathOf(failed, ['information.proceed', 'review.reviewing']))).toBeNull();
    expect(await findImpossibleStep(flow, pathOf(['loadProfile done', 'abandoned']))).toBeNull();
  });
});
