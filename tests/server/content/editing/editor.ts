import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ContentBody, ContentDraft, ContentKind } from '../../../../contract/staff/content.ts';
import { checkContent } from '../../../../server/content/check/check-content.ts';
import { exportContent } from '../../../../server/content/export/export-content.ts';
import { loadContent } from '../../../../server/content/load/load-content.ts';
import { today as academyToday } from '../../../../server/http/clock.ts';
import { type Answered, startTestApp, type TestApp } from '../../../support/server.ts';
import { hire, signInAsStaff } from '../../../support/staff.ts';

/** The fields that tests read from the API's response about one content document, such as a page or a notice. */
type Opened = {
  published: ContentBody | null;
  published_hash: string | null;
  draft: ContentDraft | null;
  title: string;
};
type Checked = {
  revision: number;
  published: string | null;
  faults: { path: string; label: string; reason: string }[];
  changes: { path: string; label: string; before: unknown; after: unknown }[];
  changed_meanwhile: unknown[];
  consequences: string[];
  needs_reason: boolean;
  is_accepted: boolean;
};

/** Returns the calls of the staff console with which an editor reads, changes and publishes one content document. */
function editDocument(app: TestApp, headers: Record<string, string>, kind: ContentKind, id: string) {
  const url = `/api/staff/content/${kind}/${id}`;
  const keyed = () => ({ ...headers, 'idempotency-key': crypto.randomUUID() });
  const dataOf = <T>({ status, body, text }: Answered): T => {
    if (status !== 200) throw new Error(`${status} ${text}`);
    return (body as { data: T }).data;
  };
  const open = async () => dataOf<Opened>(await app.call('GET', url, { headers }));
  const check = async () => dataOf<Checked>(await app.call('GET', `${url}/check`, { headers }));
  /**
   * Saves the draft. `begun` says from which published version the editor began. Pages of earlier releases do not send
   * it.
   */
  const save = (
    revision: number,
    body: ContentBody,
    begun: { published?: string | null; base?: ContentBody | null } = {},
  ) => app.call('PUT', `${url}/draft`, { headers, body: { revision, body, ...begun } });
  return {
    open,
    check,
    save,
    /**
     * Changes the given fields in the document's draft. If there is no draft yet, creates a draft from the published
     * version.
     */
    async change(fields: ContentBody): Promise<void> {
      const { draft, published } = await open();
      dataOf(await save(draft?.revision ?? 0, { ...(draft?.body ?? published), ...fields }));
    },
    async publish(options: { publish_at?: string; reason?: string; must_accept?: boolean } = {}): Promise<Answered> {
      const { revision, published } = await check();
      const body = { revision, published, publish_at: null, ...options };
      return app.call('POST', `${url}/publish`, { headers: keyed(), body });
    },
    post: (what: string, body?: object) =>
      app.call('POST', `${url}/${what}`, { headers: keyed(), ...(body ? { body } : {}) }),
    get: async <T>(what: string) => dataOf<T>(await app.call('GET', `${url}/${what}`, { headers })),
  };
}

const demo = join(import.meta.dirname, '../../../../content');

/** Starts the API with the demo content and an editor. Call it at the top of a test file, like `startTestApp`. */
export async function startEditing() {
  const app = await startTestApp({ env: { CONTENT_DIR: demo } });
  const today = academyToday(app.clock);
  await loadContent(app.db, demo, { today });
  const editor = await hire(app, 'editor');
  return {
    app,
    demo,
    today,
    editor,
    /**
     * Signs in the editor, or the staff member `by`, and returns this person's calls for one content document. Call it
     * again after moving the clock forward, because the session has then expired.
     */
    edit: async (kind: ContentKind, id: string, by = editor) =>
      editDocument(app, await signInAsStaff(app, by), kind, id),
    /** Creates a new content document of the given kind, such as a notice. Returns the document's id. */
    async begin(kind: ContentKind): Promise<string> {
      const headers = { ...(await signInAsStaff(app, editor)), 'idempotency-key': crypto.randomUUID() };
      const { body } = await app.call('POST', `/api/staff/content/${kind}`, { headers });
      return (body as { data: { id: string } }).data.id;
    },
    /**
     * Returns what another load of the demo content would change, without loading it. A line such as `kept page header`
     * says that the load would keep what staff have changed in the page header.
     */
    async previewLoad(): Promise<string[]> {
      const { changes } = await loadContent(app.db, demo, { today, isDry: true });
      return changes.map(({ action, name }) => `${action} ${name}`).toSorted();
    },
    /**
     * Exports the content and returns the path of the folder. Expects that the export is complete, has no faults, and
     * would change nothing if it were loaded.
     */
    async exportsUnchanged(): Promise<string> {
      const scratch = await mkdtemp(join(tmpdir(), 'landfall-edited-'));
      onTestFinished(() => rm(scratch, { recursive: true, force: true }));
      const path = join(scratch, 'exported');
      expect((await exportContent(app.db, { path, from: demo, today })).left).toEqual([]);
      expect(await checkContent(path)).toEqual([]);
      expect((await loadContent(app.db, path, { today, isDry: true })).changes).toEqual([]);
      return path;
    },
  };
}
