import { addToCartPages } from './models/add-to-cart.model.ts';
import { checkoutPages } from './models/checkout.model.ts';
import { codePages } from './models/code.model.ts';
import { loginPages } from './models/login.model.ts';
import { packagePages } from './models/package-selection.model.ts';
import type { DrivenMachine } from './models/page-model.ts';

/**
 * The state machines whose events can be caused on the screens of the real site, in the order in which a student uses
 * them.
 */
export const drivenMachines: readonly DrivenMachine[] = [
  loginPages,
  codePages,
  addToCartPages,
  packagePages,
  checkoutPages,
];
