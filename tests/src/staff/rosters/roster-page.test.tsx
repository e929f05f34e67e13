import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type RosterStudent, setResults } from '../../../../contract/staff/rosters.ts';
import { ApiError } from '../../../../src/lib/api.ts';
import { refusedCall } from '../../../support/refused-call.ts';
import { signedInStaff } from '../render-console.tsx';
import { showConsole } from '../show-console.tsx';
import { roster, type SentMarks, storeAll, student } from './roster-fixture.ts';

it('an instructor can mark one student late and all other students present with one button', async () => {
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair'), student(2, 'Dev Menon'), student(3, 'Joy Roy')) }),
    markAttendance: storeAll,
  });
  const asha = within(await screen.findByRole('radiogroup', { name: 'Attendance of Asha Nair' }));
  await user.click(asha.getByRole('radio', { name: 'Late' }));
  await user.click(await screen.findByRole('button', { name: 'Mark the other 2 present' }));
  expect(await screen.findByRole('button', { name: 'Everybody is marked' })).toBeTruthy();
  const sent = () => inputsOf('markAttendance') as SentMarks[];
  await waitFor(() =>
    expect(sent().map(({ body }) => body.marks.map(({ day, mark }) => `${day} ${mark}`))).toEqual([
      ...[['2030-01-02 late'], ['2030-01-02 present', '2030-01-02 present']],
    ]),
  );
});

it('attendance at a future session cannot be marked in the roster', async () => {
  const { user } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair')) }),
  });
  await user.selectOptions(await screen.findByLabelText('Session'), '2030-01-03');
  expect(screen.getByText('This session can be marked on its day.')).toBeTruthy();
  expect(screen.getByText('Not marked')).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

it('a roster lists the required documents that a student has not provided or that are not verified', async () => {
  const required = { missing: ['Passport (ends on 1 Jan 2030)', 'CDC'], unverified: ['Medical certificate'] };
  const complete = { verified: 1, open: 1, required: { missing: [], unverified: [] } };
  showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({
      data: roster(
        student(1, 'Asha Nair', { documents: { verified: 1, open: 1, required } }),
        student(2, 'Dev Menon', { documents: complete }),
      ),
    }),
  });
  await screen.findByText('Missing: Passport (ends on 1 Jan 2030), CDC. Not verified: Medical certificate');
  expect(screen.queryByText(/No verified document|documents? not verified/)).toBeNull();
});

it('an auditor sees a roster without controls to mark attendance or issue certificates', async () => {
  showConsole('/staff/rosters/7', 'auditor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair', { result: 'failed' })) }),
  });
  expect(await screen.findByText('Failed')).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(screen.queryByRole('button', { name: /present|Issue/ })).toBeNull();
});

it('an auditor can download a student’s certificate from the roster, but cannot revoke the certificate', async () => {
  const certificate = { number: 'LFC-2030-000001-4F7A91C20B', issued_at: '2030-01-03T06:00:00.000Z' };
  const { user } = showConsole('/staff/rosters/7', 'auditor', {
    getRoster: () => ({
      data: roster(student(1, 'Asha Nair', { result: 'passed', certificate }), student(2, 'Dev Menon')),
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'More for Asha Nair' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
    ['Download certificate', `/api/staff/certificates/${certificate.number}/certificate.pdf`],
  ]);
  expect(screen.queryByRole('button', { name: 'More for Dev Menon' })).toBeNull();
});

it('a registrar who enters a reason can issue a certificate to a student who has not attended enough', async () => {
  const before = { ...roster(student(1, 'Asha Nair', { result: 'passed' })), today: '2030-01-03' };
  const after = roster(
    student(1, 'Asha Nair', { certificate: { number: 'LFC-2030-000001', issued_at: '2030-01-03T06:00:00.000Z' } }),
  );
  let isIssued = false;
  const [{ student_id, name }] = before.roster as [RosterStudent];
  const failure = {
    statusCode: 409,
    code: 'NOT_COMPLETED',
    errorCode: 'NOT_COMPLETED',
    message: 'Give a reason.',
    requestId: '1',
  };
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'registrar', {
    getRoster: () => ({ data: isIssued ? after : before }),
    issueCertificates({ body }) {
      isIssued = (body as { reason?: string }).reason === 'Made up for it';
      if (isIssued) return { data: { issued: 1 } };
      const data = { students: [{ student_id, name, lacks: 'attendance' }] };
      throw new ApiError('refused', 'Give a reason.', 409, {
        failure: { ...failure, data },
        endpoint: 'issueCertificates',
      });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Issue 1 certificate' }));
  await screen.findByText(/Those with an email address also get an email\./);
  await user.click(await screen.findByRole('button', { name: 'Issue' }));
  expect(await screen.findByText('Asha Nair has not attended enough')).toBeTruthy();
  await user.type(screen.getByLabelText('Reason'), 'Made up for it');
  await user.click(screen.getByRole('button', { name: 'Issue' }));
  expect(await screen.findByText('LFC-2030-000001')).toBeTruthy();
  expect(inputsOf('issueCertificates')).toMatchObject([
    { body: { students: [student_id] } },
    { body: { reason: 'Made up for it', incomplete: [{ student_id, lacks: 'attendance' }] } },
  ]);
});

it('a registrar can leave a student out when issuing certificates to those who have passed', async () => {
  const passed = [student(1, 'Asha Nair', { result: 'passed' }), student(2, 'Dev Menon', { result: 'passed' })];
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'registrar', {
    getRoster: () => ({ data: { ...roster(...passed), today: '2030-01-03' } }),
    issueCertificates: () => ({ data: { issued: 1 } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Issue 2 certificates' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Asha Nair' }));
  await user.click(screen.getByRole('checkbox', { name: 'Dev Menon' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Issue' }));
  expect(await dialog.findByText('Tick at least one student')).toBeTruthy();
  expect(inputsOf('issueCertificates')).toEqual([]);
  await user.click(dialog.getByRole('checkbox', { name: 'Dev Menon' }));
  expect(screen.getByRole('dialog', { name: 'Issue 1 certificate' })).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Issue' }));
  await waitFor(() =>
    expect(inputsOf('issueCertificates')).toMatchObject([{ body: { students: [student(2, '').student_id] } }]),
  );
});

it('the result dialog of a roster saves a student’s result together with a remark', async () => {
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair')) }),
    setResults: () => ({}),
  });
  await user.click(await screen.findByRole('button', { name: 'More for Asha Nair' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Result and remark' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Result of Asha Nair' }));
  await user.selectOptions(dialog.getByLabelText('Result'), 'failed');
  await user.type(dialog.getByLabelText('Remark'), 'Did not enter the smoke chamber');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Result of Asha Nair' })).toBeNull());
  expect(inputsOf('setResults')).toMatchObject([
    { body: { results: [{ result: 'failed', remark: 'Did not enter the smoke chamber' }] } },
  ]);
});

const grades = (inputs: unknown[]) =>
  (inputs as { body: { results: [object] } }[]).map(({ body }) => body.results[0] as Record<string, unknown>);

it('a result chosen in the roster table is refused if a colleague has just changed it, and the new result is shown', async () => {
  const message = 'The registrar has changed the result of Asha Nair meanwhile: failed.';
  let isFirst = true;
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair', isFirst ? {} : { result: 'failed' })) }),
    setResults() {
      if (!isFirst) return {};
      isFirst = false;
      throw refusedCall(setResults, 'RESULT_CHANGED', { message, data: { result: 'failed', remark: '' } });
    },
  });
  await user.selectOptions(await screen.findByLabelText('Result of Asha Nair'), 'passed');
  expect(await screen.findByText(message)).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Result of Asha Nair').value).toBe('failed'));
  await user.selectOptions(screen.getByLabelText('Result of Asha Nair'), 'passed');
  await waitFor(() => expect(inputsOf('setResults')).toHaveLength(2));
  const { student_id } = student(1, '');
  expect(grades(inputsOf('setResults'))).toEqual([
    { student_id, result: 'passed', seen: { result: null } },
    { student_id, result: 'passed', seen: { result: 'failed' } },
  ]);
});

it('choosing “No result” in a roster asks for confirmation if the student’s remark would be deleted as well', async () => {
  const remark = 'Ill on day 2';
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair', { result: 'passed', remark })) }),
    setResults: () => ({}),
  });
  await user.selectOptions(await screen.findByLabelText('Result of Asha Nair'), 'No result');
  const dialog = within(await screen.findByRole('dialog', { name: 'Result of Asha Nair' }));
  expect(dialog.getByText(`Without a result, this remark is deleted: ‘${remark}’`)).toBeTruthy();
  expect(inputsOf('setResults')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Remove result and remark' }));
  await waitFor(() =>
    expect(grades(inputsOf('setResults'))).toMatchObject([{ result: null, seen: { result: 'passed', remark } }]),
  );
});

it('the result dialog of a roster replaces a colleague’s new result only after a second click on Save', async () => {
  const message = 'The registrar has changed the result of Asha Nair meanwhile: failed, with the remark ‘Ill’.';
  let isFirst = true;
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair')) }),
    setResults() {
      if (!isFirst) return {};
      isFirst = false;
      throw refusedCall(setResults, 'RESULT_CHANGED', { message, data: { result: 'failed', remark: 'Ill' } });
    },
  });
  await user.click(await screen.findByRole('button', { name: 'More for Asha Nair' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Result and remark' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Result of Asha Nair' }));
  await user.selectOptions(dialog.getByLabelText('Result'), 'passed');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Result of Asha Nair' })).toBeNull());
  expect(grades(inputsOf('setResults'))).toMatchObject([
    { result: 'passed', remark: '', seen: { result: null, remark: '' } },
    { result: 'passed', remark: 'Ill', seen: { result: 'failed', remark: 'Ill' } },
  ]);
});

it('a student who has a certificate can no longer be marked or graded in the roster', async () => {
  const certificate = { number: 'LFC-2030-000001-4F7A91C20B', issued_at: '2030-01-03T06:00:00.000Z' };
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'registrar', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair', { result: 'passed', certificate })) }),
    revokeCertificate: () => ({}),
  });
  expect(await screen.findByText(certificate.number)).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  expect(screen.queryByLabelText('Result of Asha Nair')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More for Asha Nair' }));
  // Find the items of the menu by their text: jsdom has no layout, so Mantine soon hides the menu.
  const download = (await screen.findByText('Download certificate')).closest('a');
  expect(download?.getAttribute('href')).toBe(`/api/staff/certificates/${certificate.number}/certificate.pdf`);
  await user.click(screen.getByText('Revoke certificate'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke certificate' }));
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await dialog.findByText('Say why, in a few words')).toBeTruthy();
  expect(inputsOf('revokeCertificate')).toEqual([]);
  await user.type(dialog.getByLabelText('Reason'), 'Issued by mistake');
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(inputsOf('revokeCertificate')).toEqual([
      { params: { number: certificate.number }, body: { reason: 'Issued by mistake' } },
    ]),
  );
});

it('before the first day of a batch, staff can send joining instructions to all students from the roster', async () => {
  const { inputsOf, user } = showConsole('/staff/rosters/7', 'registrar', {
    getRoster: () => ({
      data: { ...roster(student(1, 'Asha Nair'), student(2, 'Dev Menon')), today: '2029-12-20' },
    }),
    sendJoiningEmails: () => ({ data: { sent: 2 } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Send joining instructions' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send joining instructions' }));
  expect(dialog.getByText(/All 2 students/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(inputsOf('sendJoiningEmails')).toMatchObject([
      { body: { students: [student(1, '').student_id, student(2, '').student_id] } },
    ]),
  );
});

it('joining instructions can be sent to all students until attendance is marked, and then only to each student without a certificate', async () => {
  const certificate = { number: 'LFC-2030-000001', issued_at: '2030-01-03T06:00:00.000Z' };
  const marked = { attendance: { '2030-01-01': { mark: 'present' as const, marked_at: '', by: 'Rao' } } };
  let shown = { ...roster(student(1, 'Asha Nair'), student(2, 'Dev Menon')), today: '2030-01-01' };
  const { client, user } = showConsole('/staff/rosters/7', 'registrar', { getRoster: () => ({ data: shown }) });
  expect(await screen.findByRole('button', { name: 'Send joining instructions' })).toBeTruthy();
  shown = { ...roster(student(1, 'Asha Nair', marked), student(2, 'Dev Menon', { certificate })), today: '2030-01-01' };
  await client.invalidateQueries();
  await screen.findByText(certificate.number);
  expect(screen.queryByRole('button', { name: 'Send joining instructions' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More for Dev Menon' }));
  await screen.findByText('Download certificate');
  expect(screen.queryByText('Send joining instructions')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More for Asha Nair' }));
  expect(await screen.findByText('Send joining instructions')).toBeTruthy();
});

it('no joining instructions are offered once the last day of a batch is over', async () => {
  const { user } = showConsole('/staff/rosters/7', 'registrar', {
    getRoster: () => ({ data: { ...roster(student(1, 'Asha Nair')), today: '2030-01-04' } }),
  });
  await user.click(await screen.findByRole('button', { name: 'More for Asha Nair' }));
  await screen.findByText('Result and remark');
  expect(screen.queryByText('Send joining instructions')).toBeNull();
});

it('while a roster is loading, the page says “Loading the roster”', async () => {
  showConsole('/staff/rosters/7', 'registrar', { getRoster: () => new Promise(() => {}) });
  expect(await screen.findByText('Loading the roster')).toBeTruthy();
});

it('a roster can be downloaded as a file, and a failed download shows an error', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  let isOnline = true;
  const { user } = showConsole('/staff/rosters/7', 'instructor', {
    getRoster: () => ({ data: roster(student(1, 'Asha Nair')) }),
    getStaffSession() {
      if (!isOnline) throw new ApiError('offline', 'No response from server');
      return { data: signedInStaff('instructor') };
    },
  });
  const choose = async (format: string) => {
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    await user.click(await screen.findByText(format));
  };
  await choose('CSV, for a spreadsheet');
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  const [link] = clicked.mock.contexts as HTMLAnchorElement[];
  expect(link?.getAttribute('href')).toBe('/api/staff/rosters/7/files/csv');
  isOnline = false;
  await choose('PDF, to print');
  expect(await screen.findByText(/^The roster was not downloaded/)).toBeTruthy();
  expect(clicked).toHaveBeenCalledTimes(1);
  clicked.mockRestore();
});

it('a roster shows a student’s photo, which loads lazily, or the initials of a student without a photo', async () => {
  const asha = student(1, 'Asha Nair', { has_photo: true });
  showConsole('/staff/rosters/7', 'instructor', { getRoster: () => ({ data: roster(asha, student(2, 'Dev Menon')) }) });
  await screen.findByText('Asha Nair');
  const pictures = [...document.querySelectorAll('img')];
  expect(pictures.map((one) => [one.getAttribute('src'), one.getAttribute('loading')])).toEqual([
    [`/api/staff/rosters/7/photos/${asha.student_id}`, 'lazy'],
  ]);
  expect(screen.getByText('DM')).toBeTruthy();
});
