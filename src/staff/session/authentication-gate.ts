import { Listeners } from '../../lib/listeners.ts';

/**
 * What staff must do before an API call can continue: use their second factor (step-up authentication) or sign in
 * again.
 */
export type Demand = 'stepUp' | 'signIn';
type Waiting = { demand: Demand; pass: () => void; refuse: () => void };

const listeners = new Listeners();
let waiting: Waiting | null = null;
let opening: Promise<boolean> | null = null;

/**
 * Makes calls wait while a dialog asks the staff member to authenticate, so that nothing that was typed is lost. Calls
 * that require authentication at the same time share one dialog.
 */
export const authenticationGate = {
  subscribe: listeners.subscribe,
  get demand(): Demand | null {
    return waiting?.demand ?? null;
  },

  /**
   * Opens the authentication dialog. Resolves to true after authentication, or to false if the staff member closes it.
   */
  open(demand: Demand): Promise<boolean> {
    opening ??= new Promise<boolean>((resolve) => {
      const close = (isPassed: boolean) => () => {
        waiting = null;
        opening = null;
        listeners.notify();
        resolve(isPassed);
      };
      waiting = { demand, pass: close(true), refuse: close(false) };
      listeners.notify();
    });
    return opening;
  },

  /**
   * Lets the waiting calls continue. The authentication dialog calls this function once the staff member has
   * authenticated.
   */
  pass: () => waiting?.pass(),
  refuse: () => waiting?.refuse(),
};
