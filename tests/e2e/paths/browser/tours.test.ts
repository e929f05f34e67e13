import { describe, expect, it } from 'vitest';
import { drivenMachines } from '../../../../e2e/paths/browser/driven.ts';
import { siteFaults } from '../../../../e2e/paths/browser/planted-list.ts';
import { toursOf } from '../../../../e2e/paths/browser/tours.ts';
import { findFlow } from '../../../../machines/paths/flows.ts';
import { replayPath } from '../../../../machines/paths/replay-path.ts';

describe.each(drivenMachines)('the tours of $machine', (driven) => {
  it('take every transition, as the machine alone takes them', async () => {
    const flow = findFlow(driven.machine);
    expect(flow).not.toBeNull();
    if (!flow) return;
    const { files, left } = toursOf(flow, driven);
    expect(left).toEqual([]);
    for (const file of files) expect((await replayPath(file))?.difference ?? null, file.title).toBeNull();
  });

  it('has a fault of each kind to plant', () => {
    const kinds = siteFaults.filter(({ machine }) => machine === driven.machine).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['missing guard', 'wrong target', 'wrong text']);
  });
});
