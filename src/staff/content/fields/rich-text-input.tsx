import { Input, Textarea } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { type Editor, useEditor } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { counted } from '../../../../contract/counted.ts';
import type { ContentField } from '../../../../contract/staff/content.ts';
import { FieldError, useDocumentForm } from './document-form.tsx';
import { extensions, isEditable, toContentHtml } from './rich-text-html.ts';
import classes from './rich-text-input.module.css';
import { headerRowAt } from './rich-text-tables.ts';

type RichTextInputProps = { field: ContentField; path: string };

/**
 * An editor for text with headings, lists, tables and links. HTML with elements that the editor does not support is
 * edited as source text.
 */
export function RichTextInput({ field, path }: RichTextInputProps) {
  const { form, isReadOnly } = useDocumentForm();
  const { value, error } = form.getInputProps(path);
  const html = typeof value === 'string' ? value : '';
  const [written, setWritten] = useState<string | null>(null);
  // HTML that was written by the editor itself is editable, so it need not be checked at every key press.
  const isInEditor = useMemo(() => html === written || isEditable(html), [html, written]);
  const write = (next: string) => {
    setWritten(next);
    form.setFieldValue(path, next);
  };
  if (isInEditor) return <RichText field={field} html={html} error={error} onChange={write} />;
  return (
    <Textarea
      label={field.label}
      description="HTML, because this text has a part that the editor cannot show, such as a picture or the caption of a table"
      error={error}
      readOnly={isReadOnly}
      autosize
      minRows={6}
      maxRows={24}
      value={html}
      onChange={(event) => form.setFieldValue(path, event.currentTarget.value)}
    />
  );
}

/**
 * The distance in pixels that the cursor keeps from each edge of the window, so that neither the header of the console
 * nor the buttons for tables cover it.
 */
const barHeights = { top: 64, right: 5, bottom: 136, left: 5 };

const labels = {
  linkEditorInputLabel: 'Address',
  linkEditorInputPlaceholder: '/contact-us',
  tableInsertLabel: (columns: number, rows: number) =>
    `Insert ${counted(columns, 'column')} and ${counted(rows, 'row')}`,
  tableRowBeforeControlLabel: 'Add row above',
  tableRowAfterControlLabel: 'Add row below',
  tableToggleHeaderRowControlLabel: 'Header row',
};

type RichTextProps = { field: ContentField; html: string; error: ReactNode; onChange: (html: string) => void };

function RichText({ field, html, error, onChange }: RichTextProps) {
  const { isReadOnly } = useDocumentForm();
  const id = useId();
  const editor = useEditor({
    extensions,
    content: html,
    editable: !isReadOnly,
    immediatelyRender: true,
    shouldRerenderOnTransaction: true,
    editorProps: {
      scrollThreshold: barHeights,
      scrollMargin: barHeights,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': field.label,
        'aria-describedby': `${id}-error`,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(toContentHtml(changed.getHTML())),
  });
  // When a list is reordered, its editors stay where they are and get the values of other entries. So show the new
  // value in the editor.
  useEffect(() => {
    if (toContentHtml(editor.getHTML()) !== html && !editor.isFocused)
      editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  useEffect(() => editor.setEditable(!isReadOnly, false), [editor, isReadOnly]);
  return (
    <div>
      <Input.Label component="div" required={!field.isOptional}>
        {field.label}
      </Input.Label>
      <RichTextEditor
        editor={editor}
        labels={labels}
        // Give a name to the button that chooses whether a link opens in a new tab: Mantine gives it only an icon and a
        // tooltip.
        attributes={{ linkEditorExternalControl: { 'aria-label': 'Where the link opens' } }}
      >
        {isReadOnly ? null : (
          <RichTextEditor.Toolbar>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Bold />
              <RichTextEditor.Italic />
              <RichTextEditor.Underline />
              <RichTextEditor.ClearFormatting />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 />
              <RichTextEditor.H3 />
              <RichTextEditor.H4 />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.BulletList />
              <RichTextEditor.OrderedList />
              <RichTextEditor.Blockquote />
              <RichTextEditor.Hr />
              <RichTextEditor.TableInsert
                maxColumns={5}
                maxRows={5}
                disabled={editor.isActive('table')}
                // Focus the button, which a click in the editor's toolbar does not do. When Escape closes the menu for
                // the size of the table, the focus then returns to this button.
                onClick={(event) => event.currentTarget.focus()}
              />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Link />
              <RichTextEditor.Unlink />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Undo />
              <RichTextEditor.Redo />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>
        )}
        <RichTextEditor.Content />
        {isReadOnly || !editor.isActive('table') ? null : <TableToolbar editor={editor} />}
      </RichTextEditor>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/**
 * The buttons that change the table in which the cursor is. They come after the text, so that the text does not move
 * when they appear and the Tab key leads from the text to them.
 */
function TableToolbar({ editor }: { editor: Editor }) {
  const { hasHeaderRow, isInHeaderRow } = headerRowAt(editor);
  return (
    <RichTextEditor.Toolbar role="group" aria-label="Table" className={classes.table}>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.TableRowBefore disabled={isInHeaderRow} />
        <RichTextEditor.TableRowAfter />
        <RichTextEditor.TableRowDelete />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.TableColumnBefore />
        <RichTextEditor.TableColumnAfter />
        <RichTextEditor.TableColumnDelete />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.TableToggleHeaderRow active={hasHeaderRow} />
        <RichTextEditor.TableDelete />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}
