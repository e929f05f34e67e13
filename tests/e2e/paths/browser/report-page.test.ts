import { describe, expect, it } from 'vitest';
import { type PathFile, pathFormat, pathVersion } from '../../../../contract/path-file.ts';
import { reportPage } from '../../../../e2e/paths/browser/report-page.ts';
import type { PathWalk, StepSight } from '../../../../e2e/paths/browser/walk-path.ts';

const file: PathFile = {
  ...{ format: pathFormat, version: pathVersion, machine: 'login', chart: '00000000', title: 'A <wrong> number' },
  ...{ fixtures: [], input: {}, start: { state: 'enteringIdentifier' }, steps: [] },
};

function sight(different: Partial<StepSight>): StepSight {
  const picture = Buffer.from('a picture');
  const right = { event: 'lookUp done found', expected: 'choosingMethod', actual: 'choosingMethod', url: '/login' };
  return { ...right, texts: [], faults: [], picture, ...different };
}

function walk(steps: StepSight[]): PathWalk {
  return { file, steps, taken: [], isRight: steps.every(({ faults }) => faults.length === 0), milliseconds: 1234 };
}

describe('the report of a replay', () => {
  it('shows each step with its picture, and what went differently with both states', () => {
    const html = reportPage([
      walk([sight({}), sight({ actual: 'lookupFailed', faults: ['the machine is in lookupFailed'] })]),
    ]);
    expect(html.match(/data:image\/jpeg;base64,/g)).toHaveLength(2);
    expect(html.match(/<li class="bad">/g)).toHaveLength(1);
    expect(html).toContain('expected <strong>choosingMethod</strong>');
    expect(html).toContain('was <strong>lookupFailed</strong>');
    expect(html).toContain('1 of 1 paths went differently');
  });

  it('stands by itself: nothing is loaded, and no title is markup', () => {
    const html = reportPage([walk([sight({})])]);
    expect(html).toContain('All 1 paths went as written.');
    expect(html).toContain('A &lt;wrong&gt; number');
    expect(html).not.toMatch(/<script|<link|src="http|url\(/);
  });

  it('draws every state of the machine, the way in green and red', () => {
    const html = reportPage([walk([sight({}), sight({ faults: ['x'], expected: 'signedIn' })])]);
    expect(html.match(/<g class="quiet">/g)?.length).toBe(9);
    expect(html.match(/<g class="right">/g)).toHaveLength(1);
    expect(html.match(/<g class="wrong">/g)).toHaveLength(1);
  });
});
