import { creditWallet, readBalance } from '../wallet/wallet.repo.ts';
import { academyTime } from './academy-time.ts';
import type { Change } from './action.ts';
import { CommandError } from './command-failure.ts';
import { changingAction } from './make-action.ts';
import { makeCommand } from './make-command.ts';
import { describeStudent, identifierWord, nameStudent } from './name-student.ts';
import { toPlain } from './plain-text.ts';
import { rupeesOf } from './rupees.ts';
import { rupeesWord, textWord } from './word-schemas.ts';

const credit = changingAction({
  name: 'credit',
  summary: 'adds money to a student’s wallet, once a reference',
  words: { identifier: identifierWord, rupees: { about: 'the amount, e.g. 1500 or 1500.50', schema: rupeesWord } },
  options: {
    reference: {
      hint: 'text',
      about: 'what names the payment in the books, e.g. a cash receipt; needed',
      schema: textWord,
    },
    description: {
      hint: 'text',
      about: "what the student reads; 'Added at the accounts office' without it",
      schema: textWord.default('Added at the accounts office'),
    },
  },
  prepare: async () => null,
  async change({ tx, words, options: { reference, description } }): Promise<Change> {
    const student = await nameStudent(tx, words.identifier);
    const paise = words.rupees;
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

/** `landfall wallet credit`. */
export const walletCommand = makeCommand('wallet', 'Money that students keep at the academy.', [credit]);
