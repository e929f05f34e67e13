import { fromPromise } from 'xstate';

/** Actor of a chart before a flow binds it with `.provide`: typed, and it throws when it is run. */
export function promisePlaceholder<Output, Input = undefined>() {
  return fromPromise<Output, Input>(async () => {
    throw new Error('not provided');
  });
}

/** Names a guard or an action that takes the output of the actor that is done. */
export function withOutput<const Name extends string>(name: Name) {
  return { type: name, params: <Output>({ event }: { event: { output: Output } }): Output => event.output };
}
