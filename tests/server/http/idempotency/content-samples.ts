import type { ApiDriver, ApiRequest } from '../api-driver.ts';
import { contentPictureUpload } from '../upload-samples.ts';
import type { KeyedSample } from './keyed-samples.ts';
import type { RepeatableSample } from './repeatable-samples.ts';

/**
 * The number of sample pictures made so far. It decides the colour of the next one, because the server stores identical
 * pictures only once.
 */
let uploaded = 0;
const { body: otherPicture } = await contentPictureUpload('#fff');
const kindUrl = '/api/staff/content/notices';
const notice = {
  title: 'Pool closed',
  content: '<p>Until Friday.</p>',
  date: '2026-03-10',
  expires: '2026-03-20',
  order: 1,
};

const withBody = (change: object) => (request: ApiRequest) => ({
  ...request,
  body: { ...Object(request.body), ...change },
});
const otherDocument = (request: ApiRequest) => ({
  ...request,
  url: request.url.replace(/notices\/\d+/, 'notices/99999'),
});

/**
 * Creates a notice as a new editor and saves its draft. The returned function `about` builds this editor's requests
 * about the notice. Its parameter `what` is the end of the URL, such as `publish`.
 */
async function draftNotice(api: ApiDriver) {
  const { headers = {} } = await api.hire('editor');
  const created = await api.send('POST', { url: kindUrl, headers }, crypto.randomUUID());
  const url = `${kindUrl}/${(created.body.data as { id: string }).id}`;
  const { draft } = (await api.send('GET', { url, headers })).body.data as { draft: { revision: number } };
  await api.send('PUT', { url: `${url}/draft`, body: { revision: draft.revision, body: notice }, headers });
  const revision = draft.revision + 1;
  return {
    headers,
    revision,
    publication: { revision, published: null, publish_at: null },
    about: (what: string, body?: object): ApiRequest => ({ url: `${url}/${what}`, headers, ...(body ? { body } : {}) }),
  };
}

async function publishNotice(api: ApiDriver) {
  const draft = await draftNotice(api);
  await api.send('POST', draft.about('publish', draft.publication), crypto.randomUUID());
  return draft;
}

/** Sample requests, by endpoint name: one for every call about the website's content that takes an idempotency key. */
export const contentKeyedSamples: Record<string, KeyedSample> = {
  createContent: {
    make: async (api) => ({ url: kindUrl, headers: (await api.hire('editor')).headers ?? {} }),
    other: (request) => ({ ...request, url: '/api/staff/content/posts' }),
  },
  discardContentDraft: {
    async make(api) {
      const { about, revision } = await draftNotice(api);
      return about('discard', { revision });
    },
    other: withBody({ revision: 1_000_000_001 }),
  },
  publishContent: {
    async make(api) {
      const { about, publication } = await draftNotice(api);
      return about('publish', publication);
    },
    other: withBody({ reason: 'another reason' }),
  },
  unscheduleContent: {
    async make(api) {
      const { about, publication } = await draftNotice(api);
      const publish_at = new Date(api.app.clock.now() + 3_600_000).toISOString();
      await api.send('POST', about('publish', { ...publication, publish_at }), crypto.randomUUID());
      return about('unschedule');
    },
    other: otherDocument,
  },
  removeContent: {
    make: async (api) => (await publishNotice(api)).about('remove', { revision: 0, reason: 'no longer true' }),
    other: withBody({ reason: 'another reason' }),
  },
  restoreContent: {
    async make(api) {
      const { about } = await publishNotice(api);
      const { body } = await api.send('GET', about('history'));
      const [version] = body.data as { id: number }[];
      return about('restore', { revision: 0, version: version?.id, state: 'after' });
    },
    other: withBody({ state: 'before' }),
  },
  uploadContentPicture: {
    async make(api) {
      const { headers: form, ...request } = await contentPictureUpload(`#${String(++uploaded).padStart(6, '0')}`);
      return { ...request, headers: { ...(await api.hire('editor')).headers, ...form } };
    },
    other: (request) => ({ ...request, body: otherPicture }),
  },
};

export const contentRepeatableSamples: Record<string, RepeatableSample> = {
  saveContentDraft: {
    async make(api) {
      const { about, revision } = await draftNotice(api);
      return about('draft', { revision, body: notice });
    },
  },
};
