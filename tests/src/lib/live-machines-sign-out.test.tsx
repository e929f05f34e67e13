import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { loginMachine } from '../../../machines/login.machine.ts';
import { liveMachines, watched } from '../../../src/lib/live-machines.ts';

it('nothing of what machines did outlives a sign-out, in whichever tab it happens', async () => {
  const actor = createActor(loginMachine, { input: {}, ...watched }).start();
  actor.stop();
  expect(liveMachines.moments).not.toEqual([]);
  const otherTab = new BroadcastChannel('landfall-sign-out');
  otherTab.postMessage('0190a000-0000-7000-8000-000000000001');
  await vi.waitFor(() => expect(liveMachines.moments).toEqual([]));
  expect(liveMachines.machines).toEqual([]);
  otherTab.close();
});

it('a page that was not opened to record shows its machines to nobody', () => {
  expect(window.landfallMachines).toBeUndefined();
});
