import { creditWallet, readBalance } from '../../wallet/wallet.repo.ts';
import type { Change } from '../command/action.ts';
import { rupeesArg, textArg } from '../command/arg-schemas.ts';
import type { StaffCommand } from '../command/command.ts';
import { CommandError } from '../command/command-errors.ts';
import { changingAction } from '../command/make-action.ts';
import { academyTime } from '../output/academy-time.ts';
import { toPlain } from '../output/plain-text.ts';
import { rupeesOf } from '../output/rupees.ts';
import { describeStudent, identifierArg, requireStudent } from './name-student.ts';

const credit = changingAction({
  name: 'credit',
  summary: 'adds money to a student’s wallet, once for each reference',
  args: { identifier: identifierArg, rupees: { about: 'the amount, e.g. 1500 or 1500.50', schema: rupeesArg } },
  options: {
    reference: {
      hint: 'text',
      about: 'the payment’s number in the books, e.g. a cash receipt; required',
      schema: textArg,
    },
    description: {
      hint: 'text',
      about: "the text that the student sees; default 'Added at the accounts office'",
      schema: textArg.default('Added at the accounts office'),
    },
  },
  readsPersonalData: true,
  prepare: async () => null,
  async change({ tx, args, options: { reference, description } }): Promise<Change> {
    const student = await requireStudent(tx, args.identifier);
    const paise = args.rupees;
    const before = await readBalance(tx, student.id);
    const known = await creditWallet(tx, { studentId: student.id, paise, reference, description });
    const name = describeStudent(student);
    if (known) {
      const isSame = known.student_id === student.id && known.type === 'credit' && known.amount_paise === paise;
      const at = academyTime(known.created_at);
      if (!isSame)
        throw new CommandError(
          `reference '${toPlain(reference)}' is another entry's, of ${at}: ${known.type} of ${rupeesOf(known.amount_paise)}`,
        );
      return { lines: [`done already on ${at}: ${name} has ${rupeesOf(before)}`], changed: null };
    }
    const after = await readBalance(tx, student.id);
    const side = (balance: number) => ({ student_id: student.id, balance_paise: balance });
    return {
      lines: [`${name}: ${rupeesOf(paise)} added, balance ${rupeesOf(before)} before, ${rupeesOf(after)} now`],
      changed: { before: side(before), after: { ...side(after), reference } },
    };
  },
});

/** The staff command `landfall wallet credit`. */
export const walletCommand: StaffCommand = { summary: 'Student wallets.', actions: [credit] };
