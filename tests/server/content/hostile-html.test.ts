import { describe, expect, it } from 'vitest';
import { htmlFaults, sanitise } from '../../../server/content/html.ts';
import { textFaults } from '../../../server/content/text-faults.ts';
import { payloads } from '../../support/xss/payloads.ts';

const faultsOf = (field: string, text: string) => textFaults('page.json', { [field]: text }, new Set());
/** An element that no text may have, to its end. */
const foreign =
  /<(script|svg|math|i?frame|form|style|video|audio|object|embed|base|meta|link|button|input|body)\b[^<]*>/i;

describe('hostile HTML', () => {
  it('is 500 different texts and more', () => {
    expect(new Set(payloads).size).toBe(payloads.length);
    expect(payloads.length).toBeGreaterThanOrEqual(500);
  });

  it('is the same after a second cleaning: nothing comes to life by being read again', () => {
    const unstable = payloads.filter((payload) => sanitise(sanitise(payload)) !== sanitise(payload));
    expect(unstable).toEqual([]);
  });

  it('is refused by the check of a content folder, with the reason', () => {
    const elements = payloads.filter((payload) => foreign.test(payload.replace(/<!--[\s\S]*?(-->|$)|="[^"]*"/g, '')));
    expect(elements.length).toBeGreaterThan(300);
    expect(elements.filter((payload) => htmlFaults(payload).length === 0)).toEqual([]);
  });

  it('is refused where a plain text, an address or a picture is wanted', () => {
    const elements = payloads.filter((payload) => /^<[a-z]+[\s/][^>]*>/i.test(payload));
    expect(elements.length).toBeGreaterThan(200);
    for (const field of ['title', 'ctaUrl', 'imageUrl', 'email'])
      expect(elements.filter((payload) => faultsOf(field, payload).length === 0)).toEqual([]);
    const running = payloads.filter((payload) => /^\s*(javascript|vbscript|data|blob):/i.test(payload));
    expect(running.length).toBeGreaterThanOrEqual(10);
    expect(running.filter((payload) => faultsOf('url', payload).length === 0)).toEqual([]);
  });
});
