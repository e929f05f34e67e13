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

/** The fields that tests read from a response about a content document, such as a page or a notice. */
type Opened = { published: ContentBody | null; draft: ContentDraft | null; title: string };
type Checked = {
  revision: number;
  published: string | null;
  faults: { path: string; label: string; reason: string }[];
  changes: { path: string; label: string; before: unknown; after: unknown }[];
  changed_meanwhile: unknown[];
  consequences: string[];
  needs_reason: boolean;
};

/** What an editor does with one content document, by calls of the console. */
function editDocument(app: TestApp, headers: Record<string, string>, kind: ContentKind, id: string) {
  const url = `/api/staff/content/${kind}/${id}`;
  const keyed = () => ({ ...headers, 'idempotency-key': crypto.randomUUID() });
  const dataOf = <T>({ status, body, text }: Answered): T => {
    if (status !== 200) throw new Error(`${status} ${text}`);
    return (body as { data: T }).data;
  };
  const open = async () => dataOf<Opened>(await app.call('GET', url, { headers }));
  const check = async () => dataOf<Checked>(await app.call('GET', `${url}/check`, { headers }));
  const save = (revision: number, body: ContentBody) =>
    app.call('PUT', `${url}/draft`, { headers, body: { revision, body } });
  return {
    open,
    check,
    save,
    /** Changes fields of the document's draft. If there is no draft yet, creates one from the published version. */
    async change(fields: ContentBody): Promise<void> {
      const { draft, published } = await open();
      dataOf(await save(draft?.revision ?? 0, { ...(draft?.body ?? published), ...fields }));
    },
    async publish(options: { publish_at?: string; reason?: string } = {}): Promise<Answered> {
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

/** A site with the demo's content and an editor. Called at the top of a test file, like `startTestApp`. */
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
     * Returns the calls for a content document, by an editor who signs in for them, because sessions end when a test
     * moves the clock on.
     */
    edit: async (kind: ContentKind, id: string, by = editor) =>
      editDocument(app, await signInAsStaff(app, by), kind, id),
    /** Creates a new content document. @returns its id */
    async begin(kind: ContentKind): Promise<string> {
      const headers = { ...(await signInAsStaff(app, editor)), 'idempotency-key': crypto.randomUUID() };
      const { body } = await app.call('POST', `/api/staff/content/${kind}`, { headers });
      return (body as { data: { id: string } }).data.id;
    },
    /** What loading the demo's content would change now, such as `kept page header`. */
    async previewLoad(): Promise<string[]> {
      const { changes } = await loadContent(app.db, demo, { today, isDry: true });
      return changes.map(({ action, name }) => `${action} ${name}`).toSorted();
    },
    /**
     * Exports the content, and expects that it has no faults and that loading it would change nothing. @returns its
     * folder
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
