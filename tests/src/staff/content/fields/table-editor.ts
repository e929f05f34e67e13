import { Editor } from '@tiptap/core';
import { extensions, toContentHtml } from '../../../../../src/staff/content/fields/rich-text-html.ts';

/** Opens the rich text editor with a text, and closes it at the end of the callback. */
export function withEditor<Result>(html: string, use: (editor: Editor) => Result): Result {
  const editor = new Editor({ extensions, content: html });
  try {
    return use(editor);
  } finally {
    editor.destroy();
  }
}

export const savedHtml = (editor: Editor) => toContentHtml(editor.getHTML());

export const table = (rows: string) => `<table>${rows}</table>`;
export const head = '<thead><tr><th scope="col">Course</th><th scope="col">Days</th></tr></thead>';
export const body = '<tbody><tr><td>PST</td><td>5</td></tr></tbody>';
