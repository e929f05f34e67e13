import { expect, it } from 'vitest';
import { variableSheet } from '../../../src/app/variable-sheet.ts';

it('stands in its file as the theme makes it: a changed theme wants `vitest run -u`', async () => {
  await expect(variableSheet).toMatchFileSnapshot('../../../src/app/mantine-variables.gen.css');
});
