import { counted } from '../../../contract/counted.ts';
import { describeMode } from '../../composition/start-mode.ts';
import { readEnv } from '../../env.ts';
import type { Action } from '../command/action.ts';
import type { Print } from '../output/print.ts';
import { examine, type Finding } from './doctor-checks.ts';

const print = (out: Print, { name, isProblem, text }: Finding) =>
  out(`${isProblem ? 'problem' : 'ok     '}  ${name.padEnd(11)}  ${text}\n`);

/** The staff command `landfall doctor`. */
export const doctorAction: Action = {
  name: 'doctor',
  summary: 'checks configuration, database, disk, mail and providers, and says what to do',
  args: {},
  options: {},
  notes: `Nothing is changed or sent, and no migration is run, except that with S3_BUCKET a small object is stored in the
bucket and deleted again.`,
  exitOne: 'failed, or there is a problem',
  async run(_, { context: { out, variables } }) {
    const env = readEnv(variables);
    const { line, warning } = describeMode(env, variables);
    await print(out, { name: 'environment', isProblem: warning !== null, text: warning ?? line });
    let problems = warning ? 1 : 0;
    for await (const finding of examine(env)) {
      if (finding.isProblem) problems += 1;
      await print(out, finding);
    }
    await out(problems === 0 ? 'no problems\n' : `${counted(problems, 'problem')}\n`);
    return problems === 0 ? 0 : 1;
  },
};
