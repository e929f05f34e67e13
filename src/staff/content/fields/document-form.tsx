import { Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { createContext, type ReactNode, useContext } from 'react';
import type { ContentBody, ContentKind } from '../../../../contract/staff/content.ts';

type DocumentForm = UseFormReturnType<ContentBody>;
type FormContext = { kind: ContentKind; form: DocumentForm; isReadOnly: boolean };

const Context = createContext<FormContext | null>(null);
export const DocumentFormProvider = Context.Provider;

/** The form of the document to which a field belongs. @throws Error outside a document form */
export function useDocumentForm(): FormContext {
  const context = useContext(Context);
  if (!context) throw new Error('This field is not in the form of a document');
  return context;
}

/** The value at a path of the document, such as `fees.0.amount`. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}

/** The help text above a list or a group. */
export function FieldHelp({ text }: { text: string | undefined }) {
  return text ? (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  ) : null;
}

/** The error message below a list or a rich-text field. */
export function FieldError({ id, error }: { id: string; error: ReactNode }) {
  return error ? (
    <Text id={id} data-mistake tabIndex={-1} size="sm" c="var(--mantine-color-error)">
      {error}
    </Text>
  ) : null;
}
