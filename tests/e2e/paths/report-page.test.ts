import { describe, expect, it } from 'vitest';
import { reportPage } from '../../../e2e/paths/report-page.ts';
import type { PathWalk, StepResult } from '../../../e2e/paths/walk-path.ts';
import { type PathFile, pathFormat, pathVersion } from '../../../lab/path-file.ts';

const file: PathFile = {
  ...{ format: pathFormat, version: pathVersion, machine: 'login', chart: '00000000', title: 'A <wrong> number' },
  ...{ fixtures: [], input: {}, start: { state: 'enteringIdentifier' }, steps: [] },
};

function stepResult(different: Partial<StepResult>): StepResult {
  const picture = Buffer.from('a picture');
  const right = { event: 'lookUp done found', expected: 'choosingMethod', actual: 'choosingMethod', url: '/login' };
  return { ...right, texts: [], faults: [], picture, ...different };
}

function walk(steps: StepResult[]): PathWalk {
  return { file, steps, taken: [], isRight: steps.every(({ faults }) => faults.length === 0), milliseconds: 1234 };
}

describe('the report of a replay', () => {
  it('the replay report shows each step with its picture, and both states where it differed', () => {
    const html = reportPage([
      walk([stepResult({}), stepResult({ actual: 'lookupFailed', faults: ['the machine is in lookupFailed'] })]),
    ]);
    expect(html.match(/data:image\/jpeg;base64,/g)).toHaveLength(2);
    expect(html.match(/<li class="bad">/g)).toHaveLength(1);
    expect(html).toContain('expected <strong>choosingMethod</strong>');
    expect(html).toContain('was <strong>lookupFailed</strong>');
    expect(html).toContain('1 of 1 paths went differently');
  });

  it('the replay report loads nothing and escapes its titles', () => {
    const html = reportPage([walk([stepResult({})])]);
    expect(html).toContain('All 1 paths went as written.');
    expect(html).toContain('A &lt;wrong&gt; number');
    expect(html).not.toMatch(/<script|<link|src="http|url\(/);
  });
});
