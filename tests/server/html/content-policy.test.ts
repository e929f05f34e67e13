import { expect, it } from 'vitest';
import { contentPolicyWith, newsHosts, paymentHosts } from '../../../server/html/content-policy.ts';

function directives(policy: string): Record<string, string[]> {
  return Object.fromEntries(policy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]));
}

it('allows no host but the site’s own while payments are the sandbox’s', () => {
  expect(contentPolicyWith(paymentHosts.sandbox)(null)).not.toContain('https:');
});

it('allows Cashfree its script, calls, frames and form, and no inline script', () => {
  const policy = directives(contentPolicyWith(paymentHosts.cashfree)('bm9uY2U='));
  expect(policy['script-src']).toEqual(["'self'", "'nonce-bm9uY2U='", 'https://sdk.cashfree.com']);
  expect(policy['connect-src']).toContain('https://api.cashfree.com');
  expect(policy['frame-src']).toHaveLength(6);
  // Its script leaves by a form that is posted to the mode's own host.
  expect(policy['form-action']).toEqual(
    expect.arrayContaining(["'self'", 'https://api.cashfree.com', 'https://sandbox.cashfree.com']),
  );
  expect(policy['default-src']).toEqual(["'self'"]);
});

it('allows pictures of a news site that is configured, and of no other host', () => {
  const pictures = (url?: string) => directives(contentPolicyWith(newsHosts(url))(null))['img-src'];
  expect(pictures()).toEqual(["'self'", 'data:', 'blob:']);
  expect(pictures('https://news.example.com/blog')).toEqual([
    ...["'self'", 'data:', 'blob:', 'https://news.example.com', 'https://*.wp.com', 'https://*.gravatar.com'],
  ]);
});
