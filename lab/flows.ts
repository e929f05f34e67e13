import type { AnyStateMachine } from 'xstate';
import { addToCartMachine } from '../machines/add-to-cart.machine.ts';
import { checkoutMachine } from '../machines/checkout.machine.ts';
import { forgotPasswordMachine } from '../machines/forgot-password.machine.ts';
import { libraryDownloadMachine } from '../machines/library-download.machine.ts';
import { loginMachine } from '../machines/login.machine.ts';
import { oneTimeCodeMachine } from '../machines/one-time-code.machine.ts';
import { packageSelectionMachine } from '../machines/package-selection.machine.ts';
import { registerMachine } from '../machines/register.machine.ts';
import { resetPasswordMachine } from '../machines/reset-password.machine.ts';
import { forgotPasswordAlphabet, registerAlphabet, resetPasswordAlphabet } from './alphabets/account.alphabet.ts';
import type { Alphabet } from './alphabets/alphabet.ts';
import { addToCartAlphabet, packageSelectionAlphabet } from './alphabets/cart.alphabet.ts';
import { checkoutAlphabet } from './alphabets/checkout.alphabet.ts';
import { libraryDownloadAlphabet } from './alphabets/library-download.alphabet.ts';
import { loginAlphabet, oneTimeCodeAlphabet } from './alphabets/login.alphabet.ts';

/** A state machine in the folder `machines/`, with its file name and the sample data from which its paths are made. */
export type Flow = { file: string; machine: AnyStateMachine; alphabet: Alphabet };

/** All state machines, sorted by file name. A test checks that no machine of the folder `machines/` is missing. */
export const flows: readonly Flow[] = [
  { file: 'add-to-cart.machine.ts', machine: addToCartMachine, alphabet: addToCartAlphabet },
  { file: 'checkout.machine.ts', machine: checkoutMachine, alphabet: checkoutAlphabet },
  { file: 'forgot-password.machine.ts', machine: forgotPasswordMachine, alphabet: forgotPasswordAlphabet },
  { file: 'library-download.machine.ts', machine: libraryDownloadMachine, alphabet: libraryDownloadAlphabet },
  { file: 'login.machine.ts', machine: loginMachine, alphabet: loginAlphabet },
  { file: 'one-time-code.machine.ts', machine: oneTimeCodeMachine, alphabet: oneTimeCodeAlphabet },
  { file: 'package-selection.machine.ts', machine: packageSelectionMachine, alphabet: packageSelectionAlphabet },
  { file: 'register.machine.ts', machine: registerMachine, alphabet: registerAlphabet },
  { file: 'reset-password.machine.ts', machine: resetPasswordMachine, alphabet: resetPasswordAlphabet },
];

/** Returns the entry of `flows` whose machine has this id, or null if there is none. */
export function findFlow(id: string): Flow | null {
  return flows.find(({ machine }) => machine.id === id) ?? null;
}
