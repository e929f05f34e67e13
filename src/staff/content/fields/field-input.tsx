import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ContentField } from '../../../../contract/staff/content.ts';
import { Section } from '../../frame/section.tsx';
import { blankValue, blankVariant, variantOf } from './blank-value.ts';
import classes from './document-fields.module.css';
import { FieldHelp, useDocumentForm, valueAt } from './document-form.tsx';
import { ListInput } from './list-input.tsx';
import { PictureInput } from './picture-input.tsx';
import { RichTextInput } from './rich-text-input.tsx';

type FieldProps = { field: ContentField; path: string };

/**
 * The fields of a group, one below the other. `path` is the path of the group in the document; '' is the document
 * itself.
 */
export function GroupFields({ fields, path }: { fields: readonly ContentField[]; path: string }) {
  return fields.map((field) => (
    <FieldInput key={field.name} field={field} path={path === '' ? field.name : `${path}.${field.name}`} />
  ));
}

/** The sections of a long form, with buttons that lead to them. A short form has no sections. */
export function DocumentFields({ fields }: { fields: readonly ContentField[] }) {
  const sections = [...new Set(fields.map(({ section }) => section))].filter((title) => title !== undefined);
  if (sections.length === 0) return <GroupFields fields={fields} path="" />;
  const idOf = (title: string) => `section-${title.toLowerCase().replaceAll(' ', '-')}`;
  const open = (title: string) => {
    const section = document.getElementById(idOf(title));
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  };
  return (
    <>
      <Group component="nav" aria-label="Sections of the form" gap="xs">
        {sections.map((title) => (
          <Button key={title} variant="default" size="sm" onClick={() => open(title)}>
            {title}
          </Button>
        ))}
      </Group>
      {sections.map((title) => (
        <div key={title} id={idOf(title)} tabIndex={-1} className={classes.section}>
          <Section title={title}>
            <GroupFields fields={fields.filter(({ section }) => section === title)} path="" />
          </Section>
        </div>
      ))}
    </>
  );
}

/** The input for one field of a content document, by the field's type. */
export function FieldInput({ field, path }: FieldProps) {
  if (field.type === 'group' || field.type === 'variants') return <GroupInput field={field} path={path} />;
  if (field.type === 'list') return <ListInput field={field} path={path} />;
  if (field.type === 'html') return <RichTextInput field={field} path={path} />;
  if (field.type === 'picture') return <PictureInput field={field} path={path} />;
  return <PlainInput field={field} path={path} />;
}

/**
 * The fields of a group. An optional group can be added and removed. If the group has variants, its fields depend on
 * the variant that the editor chooses.
 */
function GroupInput({ field, path }: FieldProps) {
  const { form, isReadOnly } = useDocumentForm();
  const value = valueAt(form.getValues(), path);
  const isAbsent = value === undefined || value === null;
  if (isAbsent && field.isOptional)
    return isReadOnly ? null : (
      <Group>
        <Button variant="outline" onClick={() => form.setFieldValue(path, blankValue({ ...field, isNullable: false }))}>
          Add {field.label.toLowerCase()}
        </Button>
      </Group>
    );
  const variant = variantOf(field, value);
  // A group within a list needs no frame of its own, because the list already draws a frame around each item.
  const isInItem = /\.\d+(?:\.|$)/.test(path);
  return (
    <Fieldset legend={field.label} variant={isInItem ? 'unstyled' : 'default'}>
      <Stack gap="sm">
        <FieldHelp text={field.help} />
        {field.variants ? (
          <NativeSelect
            label="Kind"
            value={variant?.value ?? ''}
            disabled={isReadOnly}
            data={field.variants.map((one) => ({ value: one.value, label: one.label }))}
            onChange={(event) => form.setFieldValue(path, blankVariant(field, event.currentTarget.value))}
          />
        ) : null}
        <GroupFields fields={variant?.fields ?? field.fields ?? []} path={path} />
        {field.isOptional && !isReadOnly ? (
          <Group>
            <Button variant="subtle" color="red" onClick={() => form.setFieldValue(path, undefined)}>
              Remove {field.label.toLowerCase()}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Fieldset>
  );
}

const inputTypes = { day: 'date', time: 'time', email: 'email', link: 'text', text: 'text' } as const;

function PlainInput({ field, path }: FieldProps) {
  const { form, isReadOnly } = useDocumentForm();
  const { label, type, help, isOptional, isNullable, options = [] } = field;
  const { value, error, ...input } = form.getInputProps(path);
  const isRequired = !isOptional && !isNullable;
  const shared = {
    label,
    ...(help ? { description: help } : {}),
    error,
    readOnly: isReadOnly,
    withAsterisk: isRequired,
    onFocus: input.onFocus,
    onBlur: input.onBlur,
  };
  /** Stores an empty optional field as null or undefined, because the content schemas refuse empty texts. */
  const set = (text: string) => {
    const empty = isNullable ? null : isOptional ? undefined : '';
    form.setFieldValue(path, text === '' ? empty : text);
  };
  if (type === 'flag')
    return (
      <Checkbox
        label={label}
        {...(help ? { description: help } : {})}
        error={error}
        disabled={isReadOnly}
        checked={value === true}
        onChange={(event) => form.setFieldValue(path, event.currentTarget.checked)}
      />
    );
  if (type === 'choice')
    return (
      <NativeSelect
        {...{ label, error, withAsterisk: isRequired }}
        {...(help ? { description: help } : {})}
        disabled={isReadOnly}
        value={String(value ?? '')}
        data={[
          { value: '', label: isRequired ? 'Choose' : 'None' },
          ...options.map((one) => ({ value: String(one.value), label: one.label })),
        ]}
        onChange={(event) => {
          const chosen = options.find((one) => String(one.value) === event.currentTarget.value);
          form.setFieldValue(path, chosen?.value ?? (isNullable ? null : undefined));
        }}
      />
    );
  if (type === 'number' || type === 'rupees')
    return (
      <NumberInput
        {...shared}
        value={typeof value === 'number' ? value : ''}
        {...(type === 'rupees'
          ? { prefix: '₹', thousandSeparator: ',', thousandsGroupStyle: 'lakh', decimalScale: 2, min: 0 }
          : {})}
        hideControls
        onChange={(number) => form.setFieldValue(path, typeof number === 'number' ? number : undefined)}
      />
    );
  const text = typeof value === 'string' ? value : '';
  if (type === 'longText')
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      type={inputTypes[type as keyof typeof inputTypes] ?? 'text'}
      value={text}
      {...(type === 'link'
        ? { description: help ?? 'A path of this site such as /contact-us, https://…, tel:… or mailto:…' }
        : {})}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
