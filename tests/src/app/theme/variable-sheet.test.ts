import { expect, it } from 'vitest';
import { variableSheet } from '../../../../src/app/theme/variable-sheet.ts';

it('the generated style sheet of theme variables matches the theme (to update the sheet, run this test with -u)', async () => {
  await expect(variableSheet).toMatchFileSnapshot('../../../../src/app/theme/mantine-variables.gen.css');
});
