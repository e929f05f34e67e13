import { describe, expect, it } from 'vitest';
import { storableAddresses } from '../../../src/pwa/register-worker.ts';

describe('what the page hands over to its first worker', () => {
  it('is public calls and pictures of this site, each once', () => {
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
    expect(storableAddresses(loaded, site)).toEqual([
      `${site}/api/cms/header?desktopOnly=true`,
      `${site}/media/courses/fire-640.webp`,
    ]);
  });
});
