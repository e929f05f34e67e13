import { type Outcome, play } from './support/networks/combination.ts';
import { conditions } from './support/networks/conditions.ts';
import { writeOutcomes } from './support/networks/outcome-table.ts';
import { type Stage, states } from './support/networks/states.ts';
import { shareSession, testOnBadNetwork as test } from './support/networks/test.ts';
import { sampleOf, seed } from './support/sample.ts';
import { BookingApi } from './support/site/booking-api.ts';
import { expect } from './support/test.ts';

test.use({ actionTimeout: 60_000, navigationTimeout: 60_000 });

/** In `npm test`, two networks with three actions on each. In `npm run soak`, all combinations. */
const groups = sampleOf(
  [true, false].flatMap((hasWorker) => conditions.map((condition, nth) => ({ condition, nth, hasWorker }))),
  2,
);
const played = sampleOf(states, 3);

for (const { condition, nth, hasWorker } of groups)
  test.describe(
    hasWorker ? 'with an installed service worker' : 'without a service worker, as on a first visit',
    () => {
      test.use({ serviceWorkers: hasWorker ? 'allow' : 'block' });

      test(`with the network problem “${condition.name}”, the screen says what is happening, and each action of a student takes effect exactly once`, async ({
        account,
        api,
        badNetwork,
        page,
        site,
        watch,
      }, { project }) => {
        test.setTimeout(played.length * 240_000);
        // Accept every kind of failed request. Only what the student sees counts.
        watch.expects(/./);
        console.log(`bad network: ${condition.name}, ${played.map(({ name }) => name).join(', ')}, SEED=${seed}`);
        await shareSession(api, page.context());
        const stage: Stage = {
          ...{ page, account, hasWorker, index: nth, paymentPage: '', booking: new BookingApi(api) },
          decidesPayment: async (path) => void (await api.post(`${path}/pay`, { maxRedirects: 0 })),
        };
        const outcomes: Outcome[] = [];
        for (const state of states.filter((one) => played.includes(one)))
          await test.step(state.name, async () => {
            const outcome = await play(condition, state, stage, { network: badNetwork, site });
            outcomes.push(outcome);
            expect.soft(outcome.faults, `${condition.name} × ${state.name}`).toEqual([]);
          });
        await writeOutcomes(project.outputDir, `${hasWorker ? 'worker' : 'first'}-${nth}`, outcomes);
      });
    },
  );
