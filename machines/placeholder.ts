import { fromPromise } from 'xstate';

/**
 * Placeholder for an actor. It declares the types and throws when it runs: the code that starts the machine must
 * provide the real actor.
 */
export function promisePlaceholder<Output, Input = undefined>() {
  return fromPromise<Output, Input>(async () => {
    throw new Error('not provided');
  });
}

/** Refers to a guard or an action of a state machine by name, and passes it the output of the finished actor. */
export function withOutput<const Name extends string>(name: Name) {
  return { type: name, params: <Output>({ event }: { event: { output: Output } }): Output => event.output };
}
