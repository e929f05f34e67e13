import { describe, expect, it } from 'vitest';
import { textFaults } from '../../../../server/content/check/text-faults.ts';
import { htmlFaults, sanitise } from '../../../../server/content/html.ts';
import { payloads } from '../../../support/xss/payloads.ts';

const faultsOf = (field: string, text: string) => textFaults('page.json', { [field]: text }, new Set());
/** Matches elements that are never allowed in content HTML. */
const foreign =
  /<(script|svg|math|i?frame|form|style|video|audio|object|embed|base|meta|link|button|input|body)\b[^<]*>/i;

describe('hostile HTML', () => {
  it('there are at least 500 different samples of hostile HTML', () => {
    expect(new Set(payloads).size).toBe(payloads.length);
    expect(payloads.length).toBeGreaterThanOrEqual(500);
  });

  it('sanitising hostile HTML twice gives the same result as sanitising it once', () => {
    const unstable = payloads.filter((payload) => sanitise(sanitise(payload)) !== sanitise(payload));
    expect(unstable).toEqual([]);
  });

  it('the content check refuses each of more than 300 samples of hostile HTML with a forbidden element', () => {
    const elements = payloads.filter((payload) => foreign.test(payload.replace(/<!--[\s\S]*?(-->|$)|="[^"]*"/g, '')));
    expect(elements.length).toBeGreaterThan(300);
    expect(elements.filter((payload) => htmlFaults(payload).length === 0)).toEqual([]);
  });

  it('the content check refuses HTML in titles, links, pictures and emails, and script URLs in links', () => {
    const elements = payloads.filter((payload) => /^<[a-z]+[\s/][^>]*>/i.test(payload));
    expect(elements.length).toBeGreaterThan(200);
    for (const field of ['title', 'ctaUrl', 'imageUrl', 'email'])
      expect(elements.filter((payload) => faultsOf(field, payload).length === 0)).toEqual([]);
    const running = payloads.filter((payload) => /^\s*(javascript|vbscript|data|blob):/i.test(payload));
    expect(running.length).toBeGreaterThanOrEqual(10);
    expect(running.filter((payload) => faultsOf('url', payload).length === 0)).toEqual([]);
  });
});
