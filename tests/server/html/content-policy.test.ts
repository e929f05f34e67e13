import { expect, it } from 'vitest';
import { contentPolicyWith, newsHosts, paymentHosts } from '../../../server/html/content-policy.ts';

function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(policy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]));
}

it('the content security policy allows no external host while payments use the sandbox', () => {
  expect(contentPolicyWith(paymentHosts('sandbox', 'sandbox'))(null)).not.toContain('https:');
});

it('the content security policy allows Cashfree’s script, requests, frames and form, but no inline script', () => {
  const policy = directives(contentPolicyWith(paymentHosts('cashfree', 'production'))('bm9uY2U='));
  expect(policy['script-src']).toEqual(["'self'", "'nonce-bm9uY2U='", 'https://sdk.cashfree.com']);
  expect(policy['connect-src']).toEqual(["'self'", 'https://api.cashfree.com']);
  expect(policy['frame-src']).toHaveLength(4);
  // Cashfree's script leads the browser to Cashfree by posting a form.
  expect(policy['form-action']).toEqual(["'self'", 'https://api.cashfree.com', 'https://payments.cashfree.com']);
  expect(policy['default-src']).toEqual(["'self'"]);
});

it('the content security policy allows images of other sites only from the configured news site and from WordPress’s image hosts', () => {
  const pictures = (url?: string) => directives(contentPolicyWith(newsHosts(url))(null))['img-src'];
  expect(pictures()).toEqual(["'self'", 'data:', 'blob:']);
  expect(pictures('https://news.example.com/blog')).toEqual([
    ...["'self'", 'data:', 'blob:', 'https://news.example.com', 'https://*.wp.com', 'https://*.gravatar.com'],
  ]);
});

it('the content security policy allows only the Cashfree hosts of the configured mode', () => {
  const policyOf = (mode: 'sandbox' | 'production') => contentPolicyWith(paymentHosts('cashfree', mode))(null);
  expect(policyOf('production')).not.toMatch(/sandbox\.cashfree|payments-test/);
  expect(policyOf('sandbox')).not.toMatch(/api\.cashfree|payments\.cashfree/);
});
