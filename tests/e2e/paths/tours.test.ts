import { describe, expect, it } from 'vitest';
import { drivenMachines } from '../../../e2e/paths/driven-machines.ts';
import { toursOf } from '../../../e2e/paths/tours.ts';
import { findFlow } from '../../../lab/flows.ts';
import { replayPath } from '../../../lab/paths/replay-path.ts';

describe.each(drivenMachines)('the browser paths of $machine', (driven) => {
  it('the browser paths of a machine together take every transition, and they replay without a browser', async () => {
    const flow = findFlow(driven.machine);
    expect(flow).not.toBeNull();
    if (!flow) return;
    const { files, missing } = toursOf(flow, driven);
    expect(missing).toEqual([]);
    for (const file of files) expect((await replayPath(file))?.difference ?? null, file.title).toBeNull();
  });
});
