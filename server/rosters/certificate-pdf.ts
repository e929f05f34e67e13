import QRCode from 'qrcode';
import type { AcademyDetails } from '../../contract/receipt.ts';
import { formatDay } from '../pdf/pdf-text.ts';
import { PdfWriter } from '../pdf/pdf-writer.ts';
import type { Certificate } from './certificates.ts';

type Drawn = Omit<Certificate, 'academy' | 'student_id' | 'is_revoked'> & {
  academy: AcademyDetails;
  /** The URL of the public page that shows whether the certificate is valid. The QR code contains this URL. */
  checkUrl: string;
};

const qrSize = 110;

/**
 * Draws the PDF of a certificate. The same certificate always gives the same bytes. Tests set `isCompressed: false`,
 * so that they can read the text in the file.
 */
export async function drawCertificatePdf(
  certificate: Drawn,
  { isCompressed = true } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { academy, number, student_name, indos_number, course_name, start_date, end_date, issued_on } = certificate;
  const pdf = new PdfWriter({ title: `Certificate ${number}`, createdAt: certificate.issued_at, isCompressed });
  pdf.write(academy.legal_name, { size: 16, isBold: true });
  pdf.skip(2);
  pdf.write(academy.address, { isMuted: true });
  pdf.skip(10);
  pdf.drawRule(2);
  pdf.skip(30);
  pdf.write('Certificate of completion', { size: 30, isBold: true });
  pdf.skip(30);
  pdf.write('This is to certify that', { size: 12, isMuted: true });
  pdf.skip(6);
  pdf.write(student_name, { size: student_name.length > 40 ? 14 : 22, isBold: true });
  if (indos_number) pdf.write(`INDOS number ${indos_number}`, { size: 12 });
  pdf.skip(24);
  pdf.write('has completed the course', { size: 12, isMuted: true });
  pdf.skip(6);
  pdf.write(course_name, { size: course_name.length > 60 ? 13 : 18, isBold: true });
  const days = start_date === end_date ? formatDay(start_date) : `${formatDay(start_date)} to ${formatDay(end_date)}`;
  pdf.write(days, { size: 12 });
  pdf.skip(36);
  pdf.ensureSpace(qrSize + 120);
  drawSignature(pdf, issued_on);
  const { modules } = QRCode.create(certificate.checkUrl, { errorCorrectionLevel: 'M' });
  pdf.drawSquares({ count: modules.size, size: qrSize, isFilled: (row, column) => modules.get(row, column) === 1 });
  const beside = { left: qrSize + 20 };
  pdf.write('Certificate number', { size: 9, isMuted: true }, beside);
  pdf.write(number, { size: 12, isBold: true }, beside);
  pdf.skip(8);
  pdf.write('Anybody can check this certificate: scan the code, or open', { size: 9, isMuted: true }, beside);
  pdf.write(certificate.checkUrl, { size: 9 }, beside);
  return pdf.finish(`${academy.legal_name} · Certificate ${number}`);
}

function drawSignature(pdf: PdfWriter, issuedOn: string): void {
  const half = pdf.width / 2;
  pdf.draw('Date of issue', { size: 9, isMuted: true });
  pdf.draw('Principal', { size: 9, isMuted: true }, { left: half });
  pdf.skip(14);
  pdf.draw(formatDay(issuedOn), { size: 12, isBold: true });
  pdf.skip(52);
  pdf.drawRule();
  pdf.skip(20);
}
