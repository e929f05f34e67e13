import { Autocomplete, Group, Image } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContentField } from '../../../../contract/staff/content.ts';
import { contentQueries } from '../content.queries.ts';
import { useDocumentForm } from './document-form.tsx';

const shownOptions = 30;

/** A field for the path of a picture. Editors choose one of the academy's pictures, which is shown beside the field. */
export function PictureInput({ field, path }: { field: ContentField; path: string }) {
  const { form, isReadOnly } = useDocumentForm();
  const { data: pictures = [] } = useQuery(contentQueries.pictures());
  const { value, error, onFocus, onBlur } = form.getInputProps(path);
  const address = typeof value === 'string' ? value : '';
  const empty = field.isNullable ? null : field.isOptional ? undefined : '';
  return (
    <Group align="end" wrap="nowrap" gap="sm">
      <Autocomplete
        label={field.label}
        description="Type a part of the name, such as pool"
        {...{ error, onFocus, onBlur }}
        flex={1}
        readOnly={isReadOnly}
        withAsterisk={!field.isOptional && !field.isNullable}
        data={pictures}
        limit={shownOptions}
        value={address}
        onChange={(text) => form.setFieldValue(path, text === '' ? empty : text)}
      />
      {pictures.includes(address) ? <Image src={address} alt="" w={96} h={54} fit="cover" radius="sm" /> : null}
    </Group>
  );
}
