import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckedCertificate } from '../../../../contract/certificates.ts';
import { certificateQueries } from '../../../../src/student/certificate-check/certificate.queries.ts';
import { CertificatePage } from '../../../../src/student/certificate-check/certificate-page.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';

const number = 'LFC-2027-000123-4F7A91C20B';
const valid: CheckedCertificate = {
  ...{ number, state: 'valid', name: 'Asha N.', course_name: 'Fire Fighting' },
  ...{ start_date: '2027-03-01', end_date: '2027-03-03', issued_on: '2027-03-04' },
};

async function openPage(asked: string | null, answer: Answered | (() => Answered)) {
  const { api, sent } = answeringApi({ [`GET /api/certificates/${asked}`]: answer });
  const onCheck = vi.fn();
  const page = <CertificatePage number={asked} phone="+91 44 5550 1234" onCheck={onCheck} />;
  const { queryClient } = await renderInPage(page, { api });
  return { sent, onCheck, queryClient, person: userEvent.setup({ delay: null }) };
}
const found = (state: CheckedCertificate['state']): Answered => ({
  body: { statusCode: 200, data: { ...valid, state } },
});

describe('the page that checks a certificate', () => {
  it('the page to check a certificate shows the course and dates of a valid certificate', async () => {
    await openPage(number, found('valid'));
    expect(await screen.findByText('This certificate is valid')).toBeTruthy();
    for (const text of ['Asha N.', 'Fire Fighting', '1 Mar 2027 – 3 Mar 2027', '4 Mar 2027'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('the page to check a certificate says that a revoked certificate has been revoked', async () => {
    await openPage(number, found('revoked'));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByText('This certificate has been revoked')).toBeTruthy();
    expect(screen.queryByText('This certificate is valid')).toBeNull();
  });

  it('the page to check a certificate shows a message when no certificate has the entered number', async () => {
    await openPage(number, refusal(404, 'NOT_FOUND'));
    expect(await screen.findByText('We have not issued a certificate with this number')).toBeTruthy();
    expect(screen.getByText(number).parentElement?.textContent).toBe(`Number: ${number}`);
  });

  it('the page to check a certificate links the phone number when no certificate has the entered number', async () => {
    await openPage(number, refusal(404, 'NOT_FOUND'));
    const link = await screen.findByRole('link', { name: '+91 44 5550 1234' });
    expect(link.getAttribute('href')).toBe('tel:+914455501234');
    expect(screen.getByRole('alert').textContent).toContain('letter by letter. Questions? Call +91 44 5550 1234.');
  });

  it('the page to check a certificate sends no request for a text that is not in the format of a certificate number', async () => {
    const { sent } = await openPage('HELLO', found('valid'));
    expect(await screen.findByText('We have not issued a certificate with this number')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('the page to check a certificate shows an error and a retry button when the server does not respond', async () => {
    await openPage(number, 'no answer');
    expect(await screen.findByText('The certificate could not be checked.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('the page to check a certificate does not show the earlier result when a later check of it fails', async () => {
    let answer: Answered = found('valid');
    const { queryClient } = await openPage(number, () => answer);
    expect(await screen.findByText('This certificate is valid')).toBeTruthy();
    answer = 'no answer';
    await queryClient.refetchQueries({ queryKey: certificateQueries.check(number).queryKey });
    expect(await screen.findByText('The certificate could not be checked.')).toBeTruthy();
    expect(screen.queryByText('This certificate is valid')).toBeNull();
  });

  it('when the certificate cannot be checked during server rendering, the page shows the loading message and no error', async () => {
    vi.stubEnv('SSR', true);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { queryClient } = await openPage(number, refusal(400, 'INVALID_REQUEST'));
    const { queryKey } = certificateQueries.check(number);
    await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'));
    expect(screen.getByRole('status').textContent).toContain('Checking the certificate');
    expect(screen.queryByText('The certificate could not be checked.')).toBeNull();
  });

  it.each(['LFC–2027–000123–4F7A91C20B', 'LFC\u2011 2027\u2011000123\u20114F7A91C20B\u200b'])(
    'the page to check a certificate accepts a number whose dashes an email or word processor has changed (%s)',
    async (typed) => {
      const { person, onCheck } = await openPage(null, found('valid'));
      await person.type(screen.getByLabelText('Certificate number'), typed);
      await person.click(screen.getByRole('button', { name: 'Check' }));
      expect(onCheck).toHaveBeenCalledWith(number);
    },
  );

  it('the page to check a certificate accepts a number in lower case and with surrounding spaces', async () => {
    const { onCheck, person } = await openPage(null, found('valid'));
    await person.click(await screen.findByRole('button', { name: 'Check' }));
    expect(await screen.findByText('Enter the number')).toBeTruthy();
    await person.type(screen.getByLabelText('Certificate number'), ' lfc-2027-000123-4f7a91c20b ');
    await person.click(screen.getByRole('button', { name: 'Check' }));
    expect(onCheck.mock.calls).toEqual([[number]]);
  });
});
