import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ContentField, contentKinds } from '../../../../contract/staff/content.ts';
import { textFaults } from '../../../../server/content/check/text-faults.ts';
import { contentRules } from '../../../../server/content/editing/content-kinds.ts';
import { openDocument } from '../../../../server/content/editing/read-document.ts';
import { readContentFiles } from '../../../../server/content/files/content-files.ts';
import { root } from '../../../repository/source-files.ts';

const reasonsOf = (field: string, text: string) =>
  textFaults('page.json', { [field]: text }, new Set()).map(({ reason }) => reason);
const twoLines = 'has a line break or a tab where one line is shown';

/** Returns the field and all fields nested in it: in its list items, groups and variants. */
function withInner(field: ContentField): ContentField[] {
  const variants = field.variants?.flatMap(({ fields }) => fields) ?? [];
  return [field, ...[...(field.item ? [field.item] : []), ...(field.fields ?? []), ...variants].flatMap(withInner)];
}

/** All fields of the forms in which editors write the demo content. */
async function editedFields(): Promise<ContentField[]> {
  const { texts } = await readContentFiles(join(root, 'content'));
  const files = new Map([...texts].map(([file, text]) => [file, JSON.parse(text)]));
  return contentKinds.flatMap((kind) =>
    contentRules[kind]
      .list(files)
      .flatMap(({ id }) => openDocument({ kind, id }, { files, baseDay: '2026-01-01' })?.fields ?? [])
      .flatMap(withInner),
  );
}

describe('plain texts of content', () => {
  it('the content check refuses line breaks and tabs in one-line texts such as titles, and allows them in longer texts', () => {
    for (const text of ['Basic\nSafety', 'Basic\tSafety', 'Basic\u2028Safety'])
      expect(reasonsOf('title', text)).toEqual([twoLines]);
    expect(reasonsOf('title', 'Basic Safety – मूल सुरक्षा')).toEqual([]);
    expect(reasonsOf('description', 'First line\n\tSecond line')).toEqual([]);
  });

  it('the content check refuses control characters in texts, links, picture paths and email addresses', () => {
    for (const field of ['title', 'description', 'full_description', 'imageUrl', 'url', 'email'])
      for (const text of ['a\u0000b', 'a\u001bb', 'a\u0085b'])
        expect(reasonsOf(field, text)).toEqual(['has a control character']);
  });

  it('the content check allows HTML in four fields of the staff console’s forms, and refuses it in all other texts', async () => {
    const texts = (await editedFields()).filter(({ type }) => ['text', 'longText', 'html'].includes(type));
    const names = [...new Set(texts.map(({ name }) => name))];
    expect(names).toContain('short_description');
    const allowing = names.filter((name) => reasonsOf(name, '<p>Six <b>days</b></p>').length === 0);
    expect(allowing.toSorted()).toEqual(['content', 'entrance_exam_desc', 'full_description', 'terms_content']);
  });

  it('the content check allows line breaks only in the texts that the staff console edits in a text area', async () => {
    const fields = await editedFields();
    const namesOf = (type: ContentField['type']) => [
      ...new Set(fields.filter((field) => field.type === type).map(({ name }) => name)),
    ];
    const [short, long] = [namesOf('text'), namesOf('longText')];
    expect(short.length).toBeGreaterThan(30);
    expect(long.length).toBeGreaterThan(10);
    expect(short.filter((name) => !reasonsOf(name, 'a\nb').includes(twoLines))).toEqual([]);
    expect(long.filter((name) => reasonsOf(name, 'a\nb').length > 0)).toEqual([]);
  });
});
