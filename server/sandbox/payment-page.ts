import { createHash } from 'node:crypto';
import { escapeHtml } from '../providers/mail/email-body.ts';
import type { SandboxSession } from './payment.repo.ts';

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

const style = `
:root { color-scheme: light dark; --paper: light-dark(#ffffff, #14222d); --ground: light-dark(#eef3f6, #0b151d);
  --ink: light-dark(#12222e, #e8eff4); --quiet: light-dark(#4c6170, #a3b6c4); --line: light-dark(#d3dee6, #2b3e4d);
  --strong: light-dark(#0b5c7a, #67c3e3); --on-strong: light-dark(#ffffff, #06202b); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; padding: 1.75rem 1.5rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: 1rem; }
h1 { margin: 0; font-size: 1.15rem; }
p { margin: 0.5rem 0 0; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: 0.95rem; }
.amount { margin-top: 1rem; font-size: 2rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
form { display: grid; gap: 0.6rem; margin-top: 1.5rem; }
button, .button { min-height: 3rem; padding: 0.6rem 1rem; border: 1px solid var(--line); border-radius: 0.6rem;
  background: transparent; color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  cursor: pointer; }
.strong { border-color: var(--strong); background: var(--strong); color: var(--on-strong); }
.button { display: block; margin-top: 1.5rem; }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
`;

/**
 * The Content-Security-Policy of the sandbox payment page. It allows only the page’s own inline style, its forms and
 * its icon.
 */
export const paymentPagePolicy = [
  "default-src 'none'",
  // The icon of the site, which browsers request for every page.
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>`;
}

const outcomes = {
  active: 'This payment session has expired. Nothing was charged.',
  pending: 'This payment session has expired.',
  expired: 'This payment session has expired. Nothing was charged.',
  declined: 'This payment was declined. Nothing was charged.',
  paid: 'This payment is complete.',
} as const;

const choices = (session: SandboxSession) => `
${session.state === 'pending' ? '<p>Your last payment is still pending.</p>' : ''}
<form method="post" action="/sandbox/pay/${escapeHtml(session.sessionId)}/pay">
<button class="strong">Pay</button>
<button formaction="/sandbox/pay/${escapeHtml(session.sessionId)}/decline">Decline</button>
<button formaction="/sandbox/pay/${escapeHtml(session.sessionId)}/pending">Leave pending</button>
<button formaction="/sandbox/pay/${escapeHtml(session.sessionId)}/pay-away">Pay without returning</button>
</form>
<p class="quiet">This is the sandbox: no money moves.</p>`;

const closed = (session: SandboxSession) => `
<p>${outcomes[session.state]}</p>
<a class="button strong" href="${escapeHtml(session.returnUrl)}">Back to your booking</a>`;

/**
 * The sandbox payment page, with payee, order and amount. While the session can still be paid, four buttons choose
 * the result of the payment.
 */
export function paymentPage(session: SandboxSession, payee: string): string {
  const orderNumber = session.orderId.split('-').slice(0, 3).join('-');
  return page(
    `Pay ${payee}`,
    `<h1>${escapeHtml(payee)}</h1>
<p class="quiet">Order ${escapeHtml(orderNumber)}</p>
<p class="amount">${escapeHtml(rupees.format(session.amountPaise / 100))}</p>
${session.isOpen ? choices(session) : closed(session)}`,
  );
}

/**
 * The page after the button 'Pay without returning' of the sandbox payment page. It simulates a student who pays and
 * never returns to the site.
 */
export function paidAwayPage(payee: string): string {
  const thanks = `<h1>Payment complete</h1>
<p>${escapeHtml(payee)} has your payment. You may close this page.</p>`;
  return page('Payment complete', thanks);
}
