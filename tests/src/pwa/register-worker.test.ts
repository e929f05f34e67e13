import { describe, expect, it } from 'vitest';
import { storableUrls } from '../../../src/pwa/register-worker.ts';

describe('the first service worker', () => {
  it('the page hands its public calls and pictures, each once, to its first service worker', () => {
    const site = 'https://landfall.example';
    const loaded = [
      `${site}/api/cms/header?desktopOnly=true`,
      `${site}/api/cms/header?desktopOnly=true`,
      `${site}/media/courses/fire-640.webp`,
      `${site}/api/cart`,
      `${site}/api/auth/verify/login/status`,
      `${site}/assets/main-1.js`,
      'https://elsewhere.example/media/a.webp',
      'https://landfall.example.evil.test/media/a.webp',
    ];
    expect(storableUrls(loaded, site)).toEqual([
      `${site}/api/cms/header?desktopOnly=true`,
      `${site}/media/courses/fire-640.webp`,
    ]);
  });
});
