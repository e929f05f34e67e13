import { fromPromise } from 'xstate';

/** Stands for an actor in a machine until the flow provides a real one: it gives the types, and throws when it runs. */
export function promisePlaceholder<Output, Input = undefined>() {
  return fromPromise<Output, Input>(async () => {
    throw new Error('not provided');
  });
}

/** Refers to a guard or an action by name and passes it the output of the actor that finished. */
export function withOutput<const Name extends string>(name: Name) {
  return { type: name, params: <Output>({ event }: { event: { output: Output } }): Output => event.output };
}
