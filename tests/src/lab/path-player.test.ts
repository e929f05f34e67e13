import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findFlow } from '../../../machines/paths/flows.ts';
import { pathWriter } from '../../../machines/paths/path-kinds.ts';
import { openPath } from '../../../src/lab/open-path.ts';
import { PathPlayer, playSpeeds } from '../../../src/lab/path-player.ts';

const flow = findFlow('addToCart');
if (!flow) throw new Error('no such machine');
const [path] = pathWriter(flow)('covering');
if (!path) throw new Error('no path');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('plays a step each time its speed says so, to the end, and then again from the beginning', async () => {
  const player = new PathPlayer(flow, path);
  player.speed = 'fast';
  player.play();
  await vi.advanceTimersByTimeAsync(playSpeeds.fast * 3);
  expect(player.state).toMatchObject({ step: 3, isPlaying: true, state: path.steps[2]?.expect.state });
  player.pause();
  await vi.advanceTimersByTimeAsync(playSpeeds.fast * 5);
  expect(player.state.step).toBe(3);
  player.play();
  await vi.advanceTimersByTimeAsync(playSpeeds.fast * 100);
  expect(player.state).toMatchObject({ step: path.steps.length, isPlaying: false, difference: null });
  player.play();
  expect(player.state).toMatchObject({ step: 0, isPlaying: true });
  player.stop();
});

it('stops where the machine differs', async () => {
  const steps = path.steps.map((step, at) => (at === 1 ? { ...step, expect: { state: 'queued' } } : step));
  const player = new PathPlayer(flow, { ...path, steps });
  player.play();
  await vi.advanceTimersByTimeAsync(playSpeeds.normal * 10);
  expect(player.state).toMatchObject({ step: 2, isPlaying: false });
  expect(player.state.difference).toMatch(/^After “.+” the path says “queued”: /);
});

it('names the machines where a file’s own is gone', () => {
  const { player, trouble } = openPath({ ...path, machine: 'ferry' });
  expect(player).toBeNull();
  expect(trouble).toContain('There is no machine “ferry” any more. There are addToCart, checkout');
});
