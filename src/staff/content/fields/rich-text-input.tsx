import { Input, Textarea } from '@mantine/core';
import { Link, RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useId } from 'react';
import type { ContentField } from '../../../../contract/staff/content.ts';
import { FieldError, useDocumentForm } from './document-form.tsx';

/** Elements that content may have, but that the editor would drop. */
const unsupported = /<(table|dl|figure|img|abbr|span|sub|sup|code)\b/i;

const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3, 4] }, strike: false, code: false, codeBlock: false, link: false }),
  Link.configure({ openOnClick: false, HTMLAttributes: { target: null, rel: null } }),
];

/** Converts the editor's HTML to the HTML of content files: list items without paragraphs, and '' for an empty text. */
function toContentHtml(html: string): string {
  const tidy = html.replace(/<li><p>((?:(?!<\/?p>)[\s\S])*)<\/p>(?=<\/li>|<ul>|<ol>)/g, '<li>$1');
  return /^(<p>(<br>)?<\/p>)*$/.test(tidy) ? '' : tidy;
}

type RichTextProps = { field: ContentField; path: string };

/** An editor for text with headings, lists and links. Other HTML is edited as source text. */
export function RichTextInput({ field, path }: RichTextProps) {
  const { form, isReadOnly } = useDocumentForm();
  const { value, error } = form.getInputProps(path);
  const html = typeof value === 'string' ? value : '';
  if (!unsupported.test(html)) return <RichText field={field} path={path} html={html} error={error} />;
  return (
    <Textarea
      label={field.label}
      description="HTML, because this text has a table or another part that the editor cannot show"
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

function RichText({ field, path, html, error }: RichTextProps & { html: string; error: ReactNode }) {
  const { form, isReadOnly } = useDocumentForm();
  const id = useId();
  const editor = useEditor({
    extensions,
    content: html,
    editable: !isReadOnly,
    immediatelyRender: true,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': field.label,
        'aria-describedby': `${id}-error`,
      },
    },
    onUpdate: ({ editor: changed }) => form.setFieldValue(path, toContentHtml(changed.getHTML())),
  });
  // Reordering a list swaps the values under the mounted editors, so copy the new value into the editor.
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
        labels={{ linkEditorInputLabel: 'Address', linkEditorInputPlaceholder: '/contact-us' }}
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
      </RichTextEditor>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
