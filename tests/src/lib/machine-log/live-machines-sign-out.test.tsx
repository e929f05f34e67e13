import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { loginMachine } from '../../../../machines/login.machine.ts';
import { liveMachines, watched } from '../../../../src/lib/machine-log/live-machines.ts';

it('a sign-out in another tab clears the recorded state machine events', async () => {
  const actor = createActor(loginMachine, { input: {}, ...watched }).start();
  actor.stop();
  expect(liveMachines.steps).not.toEqual([]);
  const otherTab = new BroadcastChannel('landfall-sign-out');
  otherTab.postMessage('0190a000-0000-7000-8000-000000000001');
  await vi.waitFor(() => expect(liveMachines.steps).toEqual([]));
  expect(liveMachines.machines).toEqual([]);
  otherTab.close();
});

it('a page whose tab was not opened with ?record does not expose its state machines on window', () => {
  expect(window.landfallMachines).toBeUndefined();
});
