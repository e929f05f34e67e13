import { forgotPasswordAlphabet, registerAlphabet, resetPasswordAlphabet } from './account.alphabet.ts';
import { addToCartAlphabet, packageSelectionAlphabet } from './cart.alphabet.ts';
import { checkoutAlphabet } from './checkout.alphabet.ts';
import { loginAlphabet, oneTimeCodeAlphabet } from './login.alphabet.ts';
import type { Alphabet } from './paths.ts';
import { voyageAlphabet } from './voyage.alphabet.ts';

/** Samples for every machine, by its id. */
export const alphabets: Record<string, Alphabet> = {
  login: loginAlphabet,
  oneTimeCode: oneTimeCodeAlphabet,
  register: registerAlphabet,
  forgotPassword: forgotPasswordAlphabet,
  resetPassword: resetPasswordAlphabet,
  addToCart: addToCartAlphabet,
  packageSelection: packageSelectionAlphabet,
  checkout: checkoutAlphabet,
  voyage: voyageAlphabet,
};
