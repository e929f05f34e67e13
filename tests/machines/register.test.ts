import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { registration } from '../../lab/alphabets/samples.ts';
import { type RegisterInput, type RegisterOutcome, registerMachine } from '../../machines/register.machine.ts';
import { settled } from './settled.ts';

function startRegister(answer: () => RegisterOutcome = () => ({ kind: 'registered' })) {
  const register = vi.fn((_: RegisterInput) => answer());
  const clock = new SimulatedClock();
  const actor = createActor(
    registerMachine.provide({ actors: { register: fromPromise(async ({ input }) => register(input)) } }),
    { clock },
  );
  return { actor: actor.start(), register, clock };
}

const submit = { type: 'details.submit', registration } as const;

it('the registration flow ends exactly two seconds after a successful registration', async () => {
  const { actor, register, clock } = startRegister();
  actor.send(submit);
  await waitFor(actor, (state) => state.matches('registered'));
  expect(register).toHaveBeenCalledWith({ registration });
  clock.increment(1999);
  expect(actor.getSnapshot().status).toBe('active');
  clock.increment(1);
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { kind: 'registered' } });
});

it('a registration that fails without a response of the server is reported as a failed request', async () => {
  const { actor } = startRegister(() => {
    throw new Error('no crypto');
  });
  actor.send(submit);
  const { context } = await waitFor(actor, (state) => state.matches('registrationFailed'));
  expect(context.refusal).toEqual({ code: 'requestFailed', advice: null, fields: {} });
});

it('the stored snapshot of a registration does not contain the password', async () => {
  const { actor } = startRegister(() => {
    throw new Error('no crypto');
  });
  actor.send(submit);
  await waitFor(actor, (state) => state.hasTag('failed'));
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(registration.password);
});

it('a registration form is not sent twice at the same time, but can be sent again after a failure', async () => {
  const { actor, register } = startRegister(() => ({
    kind: 'refused',
    refusal: { code: 'noResponse', advice: null, fields: {} },
  }));
  expect(actor.getSnapshot().context).toEqual({ refusal: null });
  actor.send(submit);
  actor.send(submit);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  await settled();
  expect(register).toHaveBeenCalledTimes(1);
  expect(actor.getSnapshot().value).toBe('registrationFailed');
  expect(actor.getSnapshot().context.refusal?.code).toBe('noResponse');
  actor.send(submit);
  await settled();
  expect(register).toHaveBeenCalledTimes(2);
});

it('registration has a failure state of its own for a student who is already registered', async () => {
  const { actor } = startRegister(() => ({
    kind: 'refused',
    refusal: { code: 'userExists', advice: null, fields: {} },
  }));
  actor.send(submit);
  const state = await waitFor(actor, (each) => each.hasTag('failed'));
  expect(state.value).toBe('userKnown');
  expect(state.context.refusal?.code).toBe('userExists');
  actor.send(submit);
  expect(actor.getSnapshot()).toMatchObject({ value: 'registering', context: { refusal: null } });
});
