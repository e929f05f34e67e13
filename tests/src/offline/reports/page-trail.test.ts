import { expect, it, vi } from 'vitest';
import { PageTrail } from '../../../../src/offline/reports/page-trail.ts';

it('the log of visited pages records entering and leaving each page exactly once', () => {
  const log = vi.fn();
  const trail = new PageTrail(log);
  trail.enter('/');
  trail.enter('/');
  trail.enter('/courses-list');
  trail.leave();
  trail.leave();
  trail.enter('/courses-list');
  expect(log.mock.calls).toEqual([
    ['enter', '/'],
    ['leave', '/'],
    ['enter', '/courses-list'],
    ['leave', '/courses-list'],
    ['enter', '/courses-list'],
  ]);
});
