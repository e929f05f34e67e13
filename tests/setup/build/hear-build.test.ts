import { expect, test, vi } from 'vitest';
import { hearBuild } from '../../../setup/build/hear-build.ts';

test('the build fails if a module that is imported dynamically is also imported statically', () => {
  const message = 'src/a.ts is dynamically imported by src/b.ts but also statically imported by src/c.ts';
  const handle = vi.fn();
  expect(() => hearBuild('warn', { code: 'INEFFECTIVE_DYNAMIC_IMPORT', message }, handle)).toThrow(message);
  expect(handle).not.toHaveBeenCalled();
});

test('a bundler message that does not fail the build is passed to the default handler', () => {
  const handle = vi.fn();
  const log = { code: 'MODULE_LEVEL_DIRECTIVE', message: 'use client' };
  hearBuild('warn', log, handle);
  expect(handle).toHaveBeenCalledExactlyOnceWith('warn', log);
});
