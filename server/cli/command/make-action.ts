import type { Action, ChangingSpec, ReadingSpec } from './action.ts';
import { applyChange, recordReading } from './apply-change.ts';
import { flag } from './arg-schemas.ts';
import type { Args, Input, Options } from './parse-input.ts';
import { withDatabase } from './with-database.ts';

const dryRun = { 'dry-run': { about: 'make every check, print what would change, change nothing', schema: flag } };

/** Creates the action of a command that reads the database. @throws what `read` throws */
export function readingAction<W extends Args, O extends Options>(spec: ReadingSpec<W, O>): Action {
  return {
    ...spec,
    run: (input, call) =>
      withDatabase(call.context, async ({ db, clock }) => {
        // Write the audit entry before anything is read, so that personal data is never shown without an audit entry.
        if (spec.readsPersonalData) await recordReading(db, call, input);
        return spec.read({ ...(input as Input<W, O>), ...call, db, clock });
      }),
  };
}

/**
 * Creates the action of a command that changes the database.
 * @throws what `prepare` and `change` throw, after a rollback
 */
export function changingAction<W extends Args, O extends Options, P>(spec: ChangingSpec<W, O, P>): Action {
  return {
    ...spec,
    options: { ...spec.options, ...dryRun },
    async run(input, call) {
      const own = input as Input<W, O>;
      const prepared = await spec.prepare({ ...own, ...call });
      return withDatabase(call.context, async (opened) => {
        const isDry = input.options['dry-run'] === true;
        const work = (tx: Parameters<typeof spec.change>[0]['tx']) =>
          spec.change({ ...own, tx, clock: opened.clock, prepared });
        const { readsPersonalData } = spec;
        await applyChange({ ...opened, ...call, input, isDry, readsPersonalData }, work);
        return 0;
      });
    },
  };
}
