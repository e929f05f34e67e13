import { useForm } from '@mantine/form';
import { useDebouncedCallback } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type * as z from 'zod';
import {
  type ContentBody,
  type ContentDraft,
  type DocumentName,
  type getContent,
  saveContentDraft,
} from '../../../contract/staff/content.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';

export type OpenDocument = z.output<(typeof getContent)['answers'][200]>['data'];

/** How long to wait after the last change before the draft is saved, in milliseconds. */
const pauseMs = 1500;

/**
 * The draft that another editor has saved meanwhile; null if they have published the document or discarded its draft.
 */
type Conflict = { theirs: ContentDraft | null };

/** Removes fields that are undefined, so that a draft can be compared with the JSON that the server returns. */
const toJson = (body: ContentBody): ContentBody => JSON.parse(JSON.stringify(body)) as ContentBody;

/**
 * The form of a document. Changes are saved automatically as a draft, one request at a time. If another editor has
 * saved the draft, saving stops until this editor has chosen one of the two versions.
 */
export function useDraft(name: DocumentName, document: OpenDocument) {
  const client = useQueryClient();
  // Keep the document as it was when the form was opened: a refetch changes `document`, but not the form.
  const [{ published, published_hash, draft }] = useState(document);
  const begun = draft?.body ?? published ?? {};
  const revision = useRef(draft?.revision ?? 0);
  const saved = useRef(JSON.stringify(begun));
  // During an upgrade, the document may come from a server of an earlier release, which sends no hash.
  const version = published_hash === undefined ? {} : { published: published_hash };
  /**
   * What the next save tells the server about the published version with which this editor began: the hash of the
   * version and, after a conflict, also its content (see `keepMine`).
   */
  const begunWith = useRef<{ published?: string | null; base?: ContentBody | null }>(version);
  const saving = useRef<Promise<boolean> | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [hasDraft, setHasDraft] = useState(draft !== null);
  const [isChanged, setIsChanged] = useState(false);

  const save = useMutation({
    mutationFn: (body: ContentBody) =>
      apiOf(client).call(saveContentDraft, {
        params: name,
        body: { revision: revision.current, body, ...begunWith.current },
      }),
    onSuccess({ data }, body) {
      revision.current = data.revision;
      begunWith.current = version;
      saved.current = JSON.stringify(body);
      setHasDraft(true);
      setIsChanged(JSON.stringify(toJson(form.getValues())) !== saved.current);
    },
    onError(error) {
      if (isRefusal(error, saveContentDraft, 'DRAFT_CHANGED')) setConflict({ theirs: error.data });
    },
  });

  const form = useForm<ContentBody>({
    initialValues: begun,
    onValuesChange(values) {
      setIsChanged(JSON.stringify(toJson(values)) !== saved.current);
      saveLater();
    },
  });

  async function saveAll(): Promise<boolean> {
    for (;;) {
      const body = toJson(form.getValues());
      if (JSON.stringify(body) === saved.current) return true;
      if (conflict) return false;
      const isSaved = await save.mutateAsync(body).then(
        () => true,
        () => false,
      );
      if (!isSaved) return false;
    }
  }

  /** Saves unsaved changes, if there are any. Resolves to true if everything is saved, or to false if saving failed. */
  function saveNow(): Promise<boolean> {
    saving.current ??= saveAll().finally(() => {
      saving.current = null;
    });
    return saving.current;
  }

  const saveLater = useDebouncedCallback(() => void saveNow(), pauseMs);

  return {
    form,
    save,
    saveNow,
    conflict,
    hasDraft,
    isChanged,
    revision: () => revision.current,
    /**
     * Resolves a conflict in favour of this editor: the next save replaces the other editor's draft, or begins a new
     * draft if the other one is gone. With `base`, the server can list what was published since this form was opened;
     * the dialog for publishing shows this list.
     */
    keepMine() {
      revision.current = conflict?.theirs?.revision ?? 0;
      begunWith.current = { ...version, base: published };
      setConflict(null);
      save.reset();
      saveLater();
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
