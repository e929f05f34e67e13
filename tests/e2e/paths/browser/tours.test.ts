import { describe, expect, it } from 'vitest';
import { drivenMachines } from '../../../../e2e/paths/browser/driven-machines.ts';
import { siteFaults } from '../../../../e2e/paths/browser/site-faults.ts';
import { toursOf } from '../../../../e2e/paths/browser/tours.ts';
import { findFlow } from '../../../../machines/paths/flows.ts';
import { replayPath } from '../../../../machines/paths/replay-path.ts';

describe.each(drivenMachines)('the tours of $machine', (driven) => {
  it('the browser tours of a machine take every transition and replay without a browser', async () => {
    const flow = findFlow(driven.machine);
    expect(flow).not.toBeNull();
    if (!flow) return;
    const { files, missing } = toursOf(flow, driven);
    expect(missing).toEqual([]);
    for (const file of files) expect((await replayPath(file))?.difference ?? null, file.title).toBeNull();
  });

  it('every machine driven in the browser has one planted fault of each kind', () => {
    const kinds = siteFaults.filter(({ machine }) => machine === driven.machine).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['missing guard', 'wrong target', 'wrong text']);
  });
});
