import { describe, expect, it } from 'vitest';
import { describeWalk } from '../../../e2e/paths/replay-in-browser.ts';
import { reportPage } from '../../../e2e/paths/report-page.ts';
import type { PathWalk, StepResult, WalkResult } from '../../../e2e/paths/walk-path.ts';
import { type PathFile, pathFormat, pathVersion } from '../../../lab/path-file.ts';

const file: PathFile = {
  ...{ format: pathFormat, version: pathVersion, machine: 'login', chart: '00000000', title: 'A <wrong> number' },
  ...{ fixtures: [], input: {}, start: { state: 'enteringIdentifier' }, steps: [] },
};

function stepResult(different: Partial<StepResult>): StepResult {
  const picture = Buffer.from('a picture');
  const right = { event: 'lookUp done found', expected: 'choosingMethod', actual: 'choosingMethod', url: '/login' };
  return { ...right, texts: [], faults: [], obstacle: null, picture, ...different };
}

function walk(result: WalkResult, steps: StepResult[]): PathWalk {
  return { file, steps, taken: [], result, milliseconds: 1234 };
}
const asWritten = walk('asWritten', [stepResult({})]);
const different = walk('different', [
  stepResult({}),
  stepResult({ actual: 'lookupFailed', faults: ['the machine is in lookupFailed'] }),
]);
const impossible = walk('impossible', [stepResult({}), stepResult({ event: 'step.back', obstacle: 'no way back' })]);

describe('the report of a replay', () => {
  it('the report of a replayed path shows a picture of each step, and the expected and the actual state where they differ', () => {
    const html = reportPage([different]);
    expect(html.match(/data:image\/jpeg;base64,/g)).toHaveLength(2);
    expect(html.match(/<li class="bad">/g)).toHaveLength(1);
    expect(html).toContain('expected <strong>choosingMethod</strong>');
    expect(html).toContain('was <strong>lookupFailed</strong>');
    expect(html).toContain('1 of 1 paths went differently');
  });

  it('in the report of replayed paths, a path with a step that cannot be done on the screens does not count as “went differently”', () => {
    const html = reportPage([asWritten, impossible]);
    expect(html).toContain('1 of 2 paths have a step that cannot be done on the screens.');
    expect(html).toContain('no way back');
    expect(html).not.toContain('went differently');
    expect(html).not.toContain('class="bad"');
  });

  it('the report of a replayed path loads no other files and escapes the titles of paths', () => {
    const html = reportPage([asWritten]);
    expect(html).toContain('All 1 paths went as written.');
    expect(html).toContain('A &lt;wrong&gt; number');
    expect(html).not.toMatch(/<script|<link|src="http|url\(/);
  });
});

it('the printed result of a replayed path says whether the path went as written, went differently or has a step that cannot be done', () => {
  expect([asWritten, different, impossible].map(describeWalk)).toEqual([
    'as written  A <wrong> number (0 steps, 1.2 s)',
    'DIFFERENT   A <wrong> number, step 1 (lookUp done found): the machine is in lookupFailed',
    'CANNOT DO   A <wrong> number, step 1 (step.back): no way back',
  ]);
});
