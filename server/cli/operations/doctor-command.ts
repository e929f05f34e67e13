import { counted } from '../../../contract/counted.ts';
import { describeMode } from '../../composition/start-mode.ts';
import { describeMisspelt, readEnv } from '../../env.ts';
import type { Action } from '../command/action.ts';
import type { Print } from '../output/print.ts';
import { examine } from './doctor-checks.ts';

type Level = 'ok' | 'warning' | 'problem';

const print = (out: Print, level: Level, name: string, text: string) =>
  out(`${level.padEnd(7)}  ${name.padEnd(11)}  ${text}\n`);

/** The staff command `landfall doctor`. */
export const doctorAction: Action = {
  name: 'doctor',
  summary: 'checks configuration, database, disk, mail and providers, and says what to do',
  args: {},
  options: {},
  notes: `Nothing is changed or sent, and no migration is run, except that with S3_BUCKET a small object is stored in the
bucket, read and deleted again.`,
  exitOne: 'failed, or there is a problem',
  async run(_, { context: { out, variables } }) {
    // Print the misspelt variables first: one of them may be the reason why the configuration is refused.
    const misspelt = describeMisspelt(variables);
    for (const text of misspelt) await print(out, 'warning', 'environment', text);
    const env = readEnv(variables);
    const { line, warning } = describeMode(env, variables);
    await print(out, warning ? 'problem' : 'ok', 'environment', warning ?? line);
    let problems = warning ? 1 : 0;
    for await (const { name, isProblem, text } of examine(env)) {
      if (isProblem) problems += 1;
      await print(out, isProblem ? 'problem' : 'ok', name, text);
    }
    const warned = misspelt.length > 0 ? `, ${counted(misspelt.length, 'warning')}` : '';
    await out(`${problems === 0 ? 'no problems' : counted(problems, 'problem')}${warned}\n`);
    return problems === 0 ? 0 : 1;
  },
};
