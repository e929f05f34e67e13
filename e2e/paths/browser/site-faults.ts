/**
 * A fault to plant in a copy of the site: `find` is replaced by `put` in a source file. `shownBy`: the step after which the fault is
 * visible. The path ends there.
 */
export type SiteFault = {
  machine: string;
  kind: 'wrong text' | 'wrong target' | 'missing guard';
  file: string;
  find: string;
  put: string;
  shownBy: { type: string; outcome?: string; state: string } | 'start';
};

const notFound = { type: 'lookUp done', outcome: 'notFound', state: 'identifierNotFound' };
const incomplete = { type: 'code.submit', state: 'awaitingCode.codeIncomplete' };
const queued = { type: 'addToCart done', outcome: 'queued', state: 'queued' };
const declined = { type: 'checkPayment done', outcome: 'declined', state: 'declined' };

/** One fault of each kind for each machine that has screens for students. */
export const siteFaults: readonly SiteFault[] = [
  {
    ...{ machine: 'login', kind: 'wrong text', file: 'src/auth/sign-in/login-texts.ts', shownBy: notFound },
    ...{ find: "identifierNotFound: 'User not found'", put: "identifierNotFound: 'User unknown'" },
  },
  {
    ...{ machine: 'login', kind: 'wrong target', file: 'machines/login.machine.ts', shownBy: notFound },
    ...{ find: "{ target: 'identifierNotFound',", put: "{ target: 'lookupFailed'," },
  },
  {
    ...{ machine: 'login', kind: 'missing guard', file: 'machines/login.machine.ts', shownBy: notFound },
    ...{ find: "{ guard: withOutput('isLimited'), target: 'lookupFailed'", put: "{ target: 'lookupFailed'" },
  },
  {
    ...{ machine: 'oneTimeCode', kind: 'wrong text', file: 'src/auth/sign-in/login-texts.ts', shownBy: incomplete },
    ...{ find: "'Enter complete OTP'", put: "'Enter the OTP'" },
  },
  {
    ...{ machine: 'oneTimeCode', kind: 'wrong target', file: 'machines/one-time-code.machine.ts', shownBy: incomplete },
    ...{ find: "{ target: '.codeIncomplete',", put: "{ target: '.codeRejected'," },
  },
  {
    ...{
      machine: 'oneTimeCode',
      kind: 'missing guard',
      file: 'machines/one-time-code.machine.ts',
      shownBy: incomplete,
    },
    ...{ find: "{ guard: 'isCompleteCode', target: 'verifyingCode'", put: "{ target: 'verifyingCode'" },
  },
  {
    ...{ machine: 'addToCart', kind: 'wrong text', file: 'src/booking/adding/course-add.tsx', shownBy: queued },
    ...{ find: "queued: 'Waiting for connection'", put: "queued: 'Waiting'" },
  },
  {
    ...{ machine: 'addToCart', kind: 'wrong target', file: 'machines/add-to-cart.machine.ts', shownBy: queued },
    ...{
      find: "{ guard: withOutput('isQueued'), target: 'queued' }",
      put: "{ guard: withOutput('isQueued'), target: 'added' }",
    },
  },
  {
    ...{ machine: 'addToCart', kind: 'missing guard', file: 'machines/add-to-cart.machine.ts', shownBy: queued },
    ...{ find: "{ guard: withOutput('isAdded'), target: 'added' }", put: "{ target: 'added' }" },
  },
  {
    ...{ machine: 'packageSelection', kind: 'wrong text', file: 'src/cart/cart-texts.ts' },
    shownBy: { type: 'package.add', state: 'choiceIncomplete' },
    ...{ find: "'Please select batches for all courses'", put: "'Please select batches'" },
  },
  {
    ...{
      machine: 'packageSelection',
      kind: 'wrong target',
      file: 'machines/package-selection.machine.ts',
      shownBy: queued,
    },
    ...{
      find: "{ guard: withOutput('isQueued'), target: 'queued' }",
      put: "{ guard: withOutput('isQueued'), target: 'added' }",
    },
  },
  {
    ...{
      machine: 'packageSelection',
      kind: 'missing guard',
      file: 'machines/package-selection.machine.ts',
      shownBy: 'start',
    },
    ...{ find: "{ guard: 'canAdd', target: 'ready' }", put: "{ target: 'ready' }" },
  },
  {
    ...{ machine: 'checkout', kind: 'wrong text', file: 'src/checkout/payment/payment-status.tsx', shownBy: declined },
    ...{ find: 'title="Your payment was declined"', put: 'title="Your payment was refused"' },
  },
  {
    ...{ machine: 'checkout', kind: 'wrong target', file: 'machines/checkout.machine.ts', shownBy: declined },
    ...{
      find: "{ guard: withOutput('isDeclined'), target: 'declined' }",
      put: "{ guard: withOutput('isDeclined'), target: 'paymentUnknown' }",
    },
  },
  {
    ...{ machine: 'checkout', kind: 'missing guard', file: 'machines/checkout.machine.ts', shownBy: declined },
    ...{ find: "{ guard: withOutput('isRefundDue'), target: 'refundDue'", put: "{ target: 'refundDue'" },
  },
];
