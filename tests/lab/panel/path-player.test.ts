import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findFlow } from '../../../lab/flows.ts';
import { openPath, PathPlayer } from '../../../lab/panel/path-player.ts';
import { pathGenerator } from '../../../lab/paths/generate-paths.ts';

const flow = findFlow('addToCart');
if (!flow) throw new Error('no such machine');
const [path] = pathGenerator(flow)('covering');
if (!path) throw new Error('no path');

/** Milliseconds between two steps. */
const [normalInterval, fastInterval] = [800, 150];

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the path player takes one step of a path per interval up to the end, and starts from the beginning when it is played again', async () => {
  const player = new PathPlayer(flow, path);
  player.speed = 'fast';
  player.play();
  await vi.advanceTimersByTimeAsync(fastInterval * 3);
  expect(player.state).toMatchObject({ step: 3, isPlaying: true, state: path.steps[2]?.expect.state });
  player.pause();
  await vi.advanceTimersByTimeAsync(fastInterval * 5);
  expect(player.state.step).toBe(3);
  player.play();
  await vi.advanceTimersByTimeAsync(fastInterval * 100);
  expect(player.state).toMatchObject({ step: path.steps.length, isPlaying: false, difference: null });
  player.play();
  expect(player.state).toMatchObject({ step: 0, isPlaying: true });
  player.stop();
});

it('the path player stops at the first step at which the state machine differs from the path', async () => {
  const steps = path.steps.map((step, at) => (at === 1 ? { ...step, expect: { state: 'queued' } } : step));
  const player = new PathPlayer(flow, { ...path, steps });
  player.play();
  await vi.advanceTimersByTimeAsync(normalInterval * 10);
  expect(player.state).toMatchObject({ step: 2, isPlaying: false });
  expect(player.state.difference).toMatch(/^After “.+” the path says “queued”: /);
});

it('opening a path file of an unknown state machine returns an error that lists the known ones', () => {
  const { player, error } = openPath({ ...path, machine: 'ferry' });
  expect(player).toBeNull();
  expect(error).toContain('The machine “ferry” no longer exists. Known machines: addToCart, checkout');
});
