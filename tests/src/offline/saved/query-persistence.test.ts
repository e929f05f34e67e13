import 'fake-indexeddb/auto';
import { dehydrate, hydrate, QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { createStore, keys as storedKeys } from 'idb-keyval';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { markerHeader } from '../../../../contract/headers.ts';
import { getHealth } from '../../../../contract/health.ts';
import { savedAtHeader } from '../../../../contract/saved-calls.ts';
import { ApiError, bindApi, createApi } from '../../../../src/lib/api.ts';
import { DeviceStore } from '../../../../src/offline/saved/device-store.ts';
import { persistQueries, readSavedAt } from '../../../../src/offline/saved/query-persistence.ts';
import { callSaved } from '../../../../src/offline/saved/saved-call.ts';
import { Subject } from '../../../../src/offline/session/subject.ts';
import { settled } from '../../../machines/settled.ts';

let store: DeviceStore;
let subject: Subject;
let devices = 0;

/** Opens a page on the device: a query client whose cache is empty. */
function openPage(firstPaint?: Promise<void>): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  persistQueries(client, { storage: store, subject, ...(firstPaint ? { firstPaint } : {}) });
  return client;
}

const courses = (answer: () => Promise<unknown>) => ({
  queryKey: ['courses'],
  queryFn: answer,
  meta: { persist: 'public' },
});
const cart = (answer: () => Promise<unknown>) => ({
  queryKey: ['cart'],
  queryFn: answer,
  meta: { persist: 'student' },
});
const fails = () => Promise.reject(new ApiError('offline', 'No response from server'));
const keys = () => storedKeys(createStore(`device-${devices}`, 'queries'));
const stored = (count: number) => vi.waitFor(async () => expect(await keys()).toHaveLength(count));

beforeEach(() => {
  subject = new Subject(null);
  store = new DeviceStore(`device-${++devices}`, subject);
});

describe('stored queries', () => {
  it('when the app starts without the server, stored query data is loaded together with its age', async () => {
    const page = openPage();
    await page.fetchQuery(courses(async () => ['Fire fighting']));
    await stored(1);
    const savedAt = page.getQueryState(['courses'])?.dataUpdatedAt;
    const later = openPage();
    await later.prefetchQuery(courses(fails));
    expect(later.getQueryData(['courses'])).toEqual(['Fire fighting']);
    await vi.waitFor(() => {
      const state = later.getQueryState(['courses']);
      expect(state).toMatchObject({ fetchStatus: 'idle', status: 'success', dataUpdatedAt: savedAt });
    });
    expect(later.getQueryData(['courses'])).toEqual(['Fire fighting']);
  });

  it('query data read from the device always has the time at which it was saved as its update time, never the time of reading', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const savedAt = Date.now();
    await openPage().fetchQuery(courses(async () => ['saved']));
    await stored(1);
    vi.setSystemTime(savedAt + 60_000);
    const later = openPage(new Promise(() => {}));
    const times = new Set<number>();
    later.getQueryCache().subscribe(({ query: { state } }) => state.data && times.add(state.dataUpdatedAt));
    await later.fetchQuery(courses(fails));
    expect(later.getQueryState(['courses'])?.dataUpdatedAt).toBe(savedAt);
    await later.fetchQuery(courses(fails));
    expect(later.getQueryState(['courses'])?.dataUpdatedAt).toBe(savedAt);
    await settled();
    expect(later.getQueryState(['courses'])?.dataUpdatedAt).toBe(savedAt);
    await later.fetchQuery(courses(async () => ['loaded']));
    expect(later.getQueryState(['courses'])?.dataUpdatedAt).toBe(savedAt + 60_000);
    expect([...times]).toEqual([savedAt, savedAt + 60_000]);
  });

  it('a query returns its stored data with unchanged age after a server error or without a response, but fails after a 404', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const page = openPage();
    await page.fetchQuery(courses(async () => ['known']));
    const savedAt = page.getQueryState(['courses'])?.dataUpdatedAt;
    vi.setSystemTime(Date.now() + 60_000);
    expect(await page.fetchQuery(courses(fails))).toEqual(['known']);
    await vi.waitFor(() => expect(page.getQueryState(['courses'])?.dataUpdatedAt).toBe(savedAt));
    const broken = () => Promise.reject(new ApiError('refused', 'Server error', 500));
    expect(await page.fetchQuery(courses(broken))).toEqual(['known']);
    await vi.waitFor(() => expect(page.getQueryState(['courses'])?.dataUpdatedAt).toBe(savedAt));
    const gone = () => Promise.reject(new ApiError('refused', 'Not found', 404));
    await expect(page.fetchQuery(courses(gone))).rejects.toThrow('Not found');
    const faulty = () => Promise.reject(new Error('A fault of the page'));
    await expect(page.fetchQuery(courses(faulty))).rejects.toThrow('A fault of the page');
  });

  it('stored query data is loaded however old it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const savedAt = Date.now();
    await openPage().fetchQuery(courses(async () => ['a year ago']));
    await stored(1);
    expect(await readSavedAt(store, ['courses'])).toBe(savedAt);
    vi.setSystemTime(Date.now() + 365 * 86_400_000);
    expect(await openPage().fetchQuery(courses(fails))).toEqual(['a year ago']);
    expect(await readSavedAt(store, ['courses'])).toBe(savedAt);
    expect(await readSavedAt(store, ['batches'])).toBeNull();
  });

  it('when the server returns null for a query, the query’s stored data is deleted and null is not stored', async () => {
    await openPage().fetchQuery(courses(async () => ['old']));
    await stored(1);
    const later = openPage();
    expect(await later.fetchQuery(courses(async () => null))).toEqual(['old']);
    await stored(0);
    await openPage().fetchQuery(courses(async () => null));
    expect(await openPage().fetchQuery(courses(async () => ['back']))).toEqual(['back']);
  });

  it('stored query data is shown at once and then loaded again from the server', async () => {
    await openPage().fetchQuery(courses(async () => ['old']));
    await stored(1);
    const later = openPage();
    expect(await later.fetchQuery(courses(async () => ['new']))).toEqual(['old']);
    await vi.waitFor(() => expect(later.getQueryData(['courses'])).toEqual(['new']));
  });

  it('stored query data is loaded again from the server only after the first page has rendered', async () => {
    await openPage().fetchQuery(courses(async () => ['old']));
    await stored(1);
    const first = Promise.withResolvers<void>();
    const later = openPage(first.promise);
    const fetchNew = vi.fn(async () => ['new']);
    expect(await later.fetchQuery(courses(fetchNew))).toEqual(['old']);
    await settled();
    expect(fetchNew).not.toHaveBeenCalled();
    first.resolve();
    await vi.waitFor(() => expect(later.getQueryData(['courses'])).toEqual(['new']));
  });

  it('query data from the server-rendered HTML and data set with setQueryData are stored on the device', async () => {
    const server = new QueryClient();
    await server.fetchQuery(courses(async () => ['rendered']));
    const page = openPage();
    hydrate(page, JSON.parse(JSON.stringify(dehydrate(server))));
    await stored(1);
    subject.enter('asha');
    await page.fetchQuery(cart(async () => ({ items: 1 })));
    await stored(2);
    page.setQueryData(['cart'], { items: 2 });
    const later = openPage();
    await vi.waitFor(async () => {
      later.clear();
      expect(await later.fetchQuery(cart(fails))).toEqual({ items: 2 });
    });
    expect(await later.fetchQuery(courses(fails))).toEqual(['rendered']);
  });

  it('only queries that are marked for storage are stored on the device', async () => {
    const page = openPage();
    await page.fetchQuery({ queryKey: ['payment-session'], queryFn: async () => 'secret' });
    await page.fetchQuery(cart(async () => 'nobody is signed in'));
    await page.fetchQuery(courses(async () => ['public']));
    await stored(1);
    expect(await keys()).toEqual(['public-["courses"]']);
  });

  it('stored query data of one student is never loaded for another student', async () => {
    subject.enter('asha');
    await openPage().fetchQuery(cart(async () => 'cart of Asha'));
    await stored(1);
    expect(await keys()).toEqual(['student:asha-["cart"]']);
    subject.enter('dev');
    await expect(openPage().fetchQuery(cart(fails))).rejects.toThrow();
    subject.enter('asha');
    expect(await openPage().fetchQuery(cart(fails))).toBe('cart of Asha');
  });

  it('query data that came from the service worker’s cache has the age of the cached response', async () => {
    const page = openPage();
    let savedAt: string | null = '1700000000000';
    const onHeaders = vi.fn((headers: Headers) => headers.get(savedAtHeader));
    const send = async () => {
      const headers = new Headers({ [markerHeader]: '1', ...(savedAt ? { [savedAtHeader]: savedAt } : {}) });
      return Response.json({ statusCode: 200, data: savedAt }, { headers });
    };
    bindApi(page, createApi(send));
    const query = {
      queryKey: ['courses'],
      meta: { persist: 'public' },
      queryFn: (context: QueryFunctionContext) =>
        callSaved(context, { ...getHealth, answers: { 200: z.unknown() } }, {}, onHeaders),
    };
    await page.fetchQuery(query);
    const ofAge = { data: { data: '1700000000000' }, dataUpdatedAt: 1_700_000_000_000 };
    await vi.waitFor(() => expect(page.getQueryState(['courses'])).toMatchObject(ofAge));
    expect(onHeaders).toHaveLastReturnedWith('1700000000000');
    // A response that is older than the data on the page does not replace it.
    savedAt = '1699999999999';
    await page.fetchQuery(query);
    await vi.waitFor(() => expect(page.getQueryState(['courses'])).toMatchObject(ofAge));
    savedAt = null;
    await page.fetchQuery(query);
    await settled();
    expect(page.getQueryState(['courses'])?.dataUpdatedAt).toBeGreaterThan(1_700_000_000_000);
  });

  it('a query succeeds even when the browser refuses to store its data', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
    const notified = vi.fn();
    store.subscribe(notified);
    expect(await openPage().fetchQuery(courses(async () => ['online']))).toEqual(['online']);
    expect(store.isRefused).toBe(true);
    expect(notified).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });
});
