import { addToCartPages } from './models/add-to-cart.model.ts';
import { checkoutPages } from './models/checkout.model.ts';
import { codePages } from './models/code.model.ts';
import { loginPages } from './models/login.model.ts';
import { packagePages } from './models/package-selection.model.ts';
import type { DrivenMachine } from './models/page-model.ts';

/** Machines whose events can be caused through the screens of the real site, in the order of a student's visit. */
export const drivenMachines: readonly DrivenMachine[] = [
  loginPages,
  codePages,
  addToCartPages,
  packagePages,
  checkoutPages,
];
