import { Box, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { ContentField } from '../../../../contract/staff/content.ts';
import { Icon } from '../../../ui/icons.tsx';
import { focusSoon } from '../../frame/keep-focus.ts';
import { blankValue, itemTitle, variantOf } from './blank-value.ts';
import { FieldError, FieldHelp, useDocumentForm, valueAt } from './document-form.tsx';
import { FieldInput, GroupFields } from './field-input.tsx';

/** Smaller padding on phones, so that the fields of nested lists stay wide enough. */
const narrow = { base: 'xs', sm: 'md' } as const;

/**
 * A field for a list of texts or groups of fields. Buttons move entries up and down, so the list can also be sorted by
 * keyboard.
 */
export function ListInput({ field, path }: { field: ContentField; path: string }) {
  const { form, isReadOnly } = useDocumentForm();
  const { item, label } = field;
  const value = valueAt(form.getValues(), path);
  const items = Array.isArray(value) ? value : [];
  if (!item) return null;
  const errorId = `${path}-error`;
  const add = () => {
    if (Array.isArray(value)) form.insertListItem(path, blankValue(item));
    else form.setFieldValue(path, [blankValue(item)]);
    const fields = 'input, select, textarea, [contenteditable], button';
    focusSoon(() => document.getElementById(`${path}.${items.length}`)?.querySelector<HTMLElement>(fields));
  };
  const move = (from: number, to: number) => {
    form.reorderListItem(path, { from, to });
    // Focus the button of the moved entry, so that pressing it again moves the entry further. At the end of the list,
    // where that button is disabled, focus the button for the other direction.
    const buttons = ['up', 'down'].map((direction) => `[id="${path}.${to}-${direction}"]:not(:disabled)`);
    const [wanted, other] = to < from ? buttons : buttons.toReversed();
    focusSoon(
      () => document.querySelector<HTMLElement>(`${wanted}`) ?? document.querySelector<HTMLElement>(`${other}`),
    );
  };
  return (
    <Fieldset legend={label} aria-describedby={errorId} px={narrow}>
      <Stack gap="sm">
        <FieldHelp text={field.help} />
        {items.map((one, index) => {
          const name = `${label} ${index + 1}`;
          const at = `${path}.${index}`;
          const isSimple = !item.fields && !item.variants && !item.item;
          const buttons = isReadOnly ? null : (
            <Group gap="xs" wrap="nowrap">
              <Button
                id={`${at}-up`}
                variant="subtle"
                px="xs"
                aria-label={`Move ${name} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                Up
              </Button>
              <Button
                id={`${at}-down`}
                variant="subtle"
                px="xs"
                aria-label={`Move ${name} down`}
                disabled={index === items.length - 1}
                onClick={() => move(index, index + 1)}
              >
                Down
              </Button>
              <Button
                variant="subtle"
                px="xs"
                color="red"
                aria-label={`Remove ${name}`}
                onClick={() => form.removeListItem(path, index)}
              >
                Remove
              </Button>
            </Group>
          );
          // Entries have no ids, so their paths are the React keys. The inputs show the values of the form, so moving
          // an entry moves its values.
          if (isSimple)
            return (
              <Group key={at} id={at} gap="xs" align="end">
                <Box flex="1 1 16rem">
                  <FieldInput field={{ ...item, label: name, isOptional: false }} path={at} />
                </Box>
                {buttons}
              </Group>
            );
          return (
            <Fieldset key={at} id={at} legend={itemTitle(one) || name} variant="filled" px={narrow}>
              <Stack gap="sm">
                {item.fields && !item.variants ? (
                  <GroupFields fields={item.fields} path={at} />
                ) : (
                  <FieldInput
                    field={{ ...item, label: variantOf(item, one)?.label ?? name, isOptional: false }}
                    path={at}
                  />
                )}
                {buttons}
              </Stack>
            </Fieldset>
          );
        })}
        {items.length === 0 ? <Text c="dimmed">None</Text> : null}
        <FieldError id={errorId} error={form.errors[path]} />
        {isReadOnly ? null : (
          <Group>
            <Button variant="outline" leftSection={<Icon name="plus" size={18} />} onClick={add}>
              Add to {label.toLowerCase()}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}
