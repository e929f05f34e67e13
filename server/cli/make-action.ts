import type { Action, ChangingSpec, ReadingSpec } from './action.ts';
import type { Options, Told, Words } from './action-words.ts';
import { applyChange } from './apply-change.ts';
import { withDatabase } from './with-database.ts';
import { flag } from './word-schemas.ts';

const dryRun = { 'dry-run': { about: 'make every check, print what would change, change nothing', schema: flag } };

/** @throws what `read` throws */
export function readingAction<W extends Words, O extends Options>(spec: ReadingSpec<W, O>): Action {
  return {
    ...spec,
    run: (told, call) =>
      withDatabase(call.around, ({ db, clock }) => spec.read({ ...(told as Told<W, O>), ...call, db, clock })),
  };
}

/** @throws what `prepare` and `change` throw, with nothing changed */
export function changingAction<W extends Words, O extends Options, P>(spec: ChangingSpec<W, O, P>): Action {
  return {
    ...spec,
    options: { ...spec.options, ...dryRun },
    async run(told, call) {
      const own = told as Told<W, O>;
      const prepared = await spec.prepare({ ...own, ...call });
      return withDatabase(call.around, async (opened) => {
        const isDry = told.options['dry-run'] === true;
        const work = (tx: Parameters<typeof spec.change>[0]['tx']) =>
          spec.change({ ...own, tx, clock: opened.clock, prepared });
        await applyChange({ ...opened, ...call, told, isDry }, work);
        return 0;
      });
    },
  };
}
