import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../../src/lib/api.ts';
import { ApiError, createApi } from '../../../src/lib/api.ts';
import { dropDraft, readDraft, writeDraft } from '../../../src/offline/drafts.ts';
import { QueryStore } from '../../../src/offline/query-store.ts';
import { SignOutNote } from '../../../src/offline/sign-out-note.ts';
import { subject } from '../../../src/offline/subject.ts';
import { dropRecords, forgetStudent } from '../../../src/offline/wipe.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  subject.leave();
});

describe('signing out', () => {
  it('empties the page of everything that is not public', async () => {
    const client = new QueryClient();
    client.setQueryData(['session', 'status'], { id: 'asha' });
    const ask = async () => 'cart of Asha';
    const shown = new QueryObserver(client, { queryKey: ['cart'], queryFn: ask, staleTime: 60_000 });
    const leave = shown.subscribe(() => {});
    await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('cart of Asha'));
    client.setQueryData(['payment'], 'session');
    await client.fetchQuery({ queryKey: ['courses'], queryFn: async () => 'all', meta: { persist: 'public' } });
    forgetStudent(client, ['session']);
    expect(shown.getCurrentResult().data).toBeUndefined();
    expect(client.getQueryData(['payment'])).toBeUndefined();
    expect(client.getQueryData(['courses'])).toBe('all');
    expect(client.getQueryData(['session', 'status'])).toEqual({ id: 'asha' });
    leave();
  });

  it('leaves no record, draft or name of the student on the device', async () => {
    const store = new QueryStore('wiped-device');
    await store.setItem('student:asha-["cart"]', 'cart');
    await store.setItem('student:dev-["cart"]', 'cart of another');
    await store.setItem('public-["courses"]', 'courses');
    subject.enter('asha');
    writeDraft('profile', { first_name: 'Asha' });
    localStorage.setItem('landfall:student', 'Asha Nair');
    localStorage.setItem('mantine-color-scheme-value', 'dark');
    await dropRecords(store, 'asha');
    expect((await store.entries()).map(([key]) => key).toSorted()).toEqual([
      'public-["courses"]',
      'student:dev-["cart"]',
    ]);
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect(Object.keys(localStorage)).toEqual(['mantine-color-scheme-value']);
  });

  it('keeps a draft from everybody but its student', () => {
    subject.enter('asha');
    writeDraft('profile', { first_name: 'Asha' });
    subject.enter('dev');
    expect(readDraft('profile')).toBeNull();
    subject.enter('asha');
    expect(readDraft('profile')).toEqual({ first_name: 'Asha' });
    dropDraft('profile');
    expect(readDraft('profile')).toBeNull();
  });
});

describe('the note of a sign-out', () => {
  function noteWith(answer: () => Promise<Response>) {
    const send = vi.fn<typeof fetch>(answer);
    return { send, note: new SignOutNote(createApi(send), localStorage) };
  }
  const done = async () => Response.json({ statusCode: 200 }, { headers: { 'x-landfall': '1' } });

  it('waits, also over a restart, until the server knows', async () => {
    const cut = noteWith(() => Promise.reject(new TypeError('no network')));
    cut.note.leave('asha');
    expect(await cut.note.deliver()).toBe(false);
    const later = noteWith(done);
    expect(later.note.student).toBe('asha');
    expect(await later.note.deliver()).toBe(true);
    expect(String(later.send.mock.calls[0]?.[1]?.body)).toContain('asha');
    expect(cut.note.isPending).toBe(false);
    expect(await cut.note.deliver()).toBe(true);
    expect(cut.send).toHaveBeenCalledTimes(1);
  });

  it('is delivered once by two tabs at the same time', async () => {
    const { note, send } = noteWith(done);
    note.leave('asha');
    await Promise.all([note.deliver(), note.deliver()]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is kept while the server fails, and dropped once it refuses', async () => {
    const answer = (status: number): Api => ({
      call: () => Promise.reject(new ApiError('refused', 'No', status)),
    });
    const failing = new SignOutNote(answer(503), localStorage);
    failing.leave('asha');
    expect(await failing.deliver()).toBe(false);
    expect(await new SignOutNote(answer(400), localStorage).deliver()).toBe(true);
    expect(failing.isPending).toBe(false);
  });
});
