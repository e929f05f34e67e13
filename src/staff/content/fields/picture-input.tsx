import { Autocomplete, Button, Group, Image, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentField } from '../../../../contract/staff/content.ts';
import { useReturnFocus } from '../../../ui/messages/use-return-focus.ts';
import { contentQueries } from '../content.queries.ts';
import { useDocumentForm } from './document-form.tsx';
import { PictureUploadDialog } from './picture-upload-dialog.tsx';

const shownOptions = 30;

/**
 * A field for the path of a picture. Editors choose one of the academy's pictures, or upload another. The field shows a
 * preview.
 */
export function PictureInput({ field, path }: { field: ContentField; path: string }) {
  const { kind, form, isReadOnly } = useDocumentForm();
  const client = useQueryClient();
  const [isUploading, setIsUploading] = useState(false);
  useReturnFocus(isUploading);
  const { data: pictures = [] } = useQuery(contentQueries.pictures());
  const { value, error, onFocus, onBlur } = form.getInputProps(path);
  const address = typeof value === 'string' ? value : '';
  const empty = field.isNullable ? null : field.isOptional ? undefined : '';
  const use = (uploaded: string) => {
    const { queryKey } = contentQueries.pictures();
    client.setQueryData(queryKey, (known = []) => [...new Set([...known, uploaded])].toSorted());
    form.setFieldValue(path, uploaded);
  };
  return (
    <Stack gap="xs">
      <Group align="end" wrap="nowrap" gap="sm">
        <Autocomplete
          label={field.label}
          description="Type a part of the name, such as pool, or upload a picture"
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
      {isReadOnly ? null : (
        <Group>
          <Button
            variant="outline"
            aria-label={`Upload a picture: ${field.label}`}
            onClick={() => setIsUploading(true)}
          >
            Upload a picture
          </Button>
        </Group>
      )}
      {isUploading ? (
        <PictureUploadDialog kind={kind} current={address} onUploaded={use} onClose={() => setIsUploading(false)} />
      ) : null}
    </Stack>
  );
}
