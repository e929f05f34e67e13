import { describe, expect, it } from 'vitest';
import { drawCertificatePdf } from '../../../server/rosters/certificate-pdf.ts';
import { academyDetails } from '../booking/academy-seed.ts';
import { readPdf } from '../pdf/read-pdf-text.ts';

const certificate = {
  ...{ number: 'LFC-2027-000123-4F7A91C20B', student_name: 'Asha Nair', indos_number: '19EL0001' },
  ...{ course_name: 'Fire Fighting', start_date: '2027-03-01', end_date: '2027-03-03', issued_on: '2027-03-04' },
  ...{ issued_at: new Date('2027-03-04T06:30:00Z'), academy: academyDetails },
  checkUrl: 'https://academy.example/certificates/LFC-2027-000123-4F7A91C20B',
};
const draw = async (changes: Partial<typeof certificate> = {}) =>
  readPdf(await drawCertificatePdf({ ...certificate, ...changes }, { isCompressed: false }));

describe('the PDF of a certificate', () => {
  it('a certificate PDF names the student, the course, its dates and the page where the certificate can be checked', async () => {
    const { title, pages } = await draw();
    expect(title).toBe(`Certificate ${certificate.number}`);
    expect(pages).toHaveLength(1);
    for (const text of [
      ...['Certificate of completion', 'Asha Nair', 'INDOS number 19EL0001', 'Fire Fighting'],
      ...['1 Mar 2027 to 3 Mar 2027', '4 Mar 2027', certificate.number, certificate.checkUrl],
    ])
      expect(pages[0]).toContain(text);
  });

  it('the QR code of a certificate PDF depends on the URL of the page where the certificate can be checked', async () => {
    const squares = async (checkUrl: string) => {
      const file = await drawCertificatePdf({ ...certificate, checkUrl }, { isCompressed: false });
      return Buffer.from(file).toString('latin1').match(/ re\n/g)?.length ?? 0;
    };
    const first = await squares(certificate.checkUrl);
    expect(first).toBeGreaterThan(200);
    expect(await squares(`${certificate.checkUrl}0`)).not.toBe(first);
  });

  it('a certificate PDF with a long student name and a long course name fits on one page', async () => {
    const { pages } = await draw({
      student_name: 'Venkatanarasimharajuvaripeta Subrahmanyam '.repeat(3).trim(),
      course_name: 'Advanced Training for Ships using Fuels covered within the IGF Code '.repeat(3).trim(),
    });
    expect(pages).toHaveLength(1);
  });
});
