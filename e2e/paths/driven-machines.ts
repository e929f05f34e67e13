import { addToCartPages } from './add-to-cart.model.ts';
import { checkoutPages } from './checkout.model.ts';
import { codePages } from './code.model.ts';
import { loginPages } from './login.model.ts';
import { packagePages } from './package-selection.model.ts';
import type { DrivenMachine } from './page-model.ts';

/** Machines whose events can be caused through the screens of the real site, in the order of a student's visit. */
export const drivenMachines: readonly DrivenMachine[] = [
  loginPages,
  codePages,
  addToCartPages,
  packagePages,
  checkoutPages,
];
