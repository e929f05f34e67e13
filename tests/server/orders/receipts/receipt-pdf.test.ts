import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../../../contract/receipt.ts';
import { drawReceiptPdf } from '../../../../server/orders/receipts/receipt-pdf.ts';
import { academyDetails } from '../../booking/academy-seed.ts';
import { readPdf } from '../../pdf/read-pdf-text.ts';

const fire = { name: 'Fire Fighting', batch_start_date: '2026-04-01', batch_end_date: '2026-04-03' };
const radar = { ...fire, name: 'Radar Simulator' };

const receipt: Receipt = {
  receipt_number: 'LFR-2026-000045',
  issued_on: '2026-03-10',
  order_id: 'LF-2026-000123',
  state: 'completed',
  academy: academyDetails,
  student: { name: 'Zoë Nair', email: 'zoe@example.com', mobile: '9876500001', indos_number: '24EL0001' },
  lines: [
    { type: 'course', name: 'Fire Fighting', price: 5500.5, courses: [fire] },
    { type: 'package', name: 'Sea Start', price: 1_213_500, courses: [fire, radar] },
  ],
  subtotal: 1_220_500.5,
  discount: 1500,
  total: 1_219_000.5,
  total_in_words: 'Rupees Twelve Lakh Nineteen Thousand and Fifty Paise Only',
  payment: { method: 'UPI', reference: 'pay-1' },
};

const draw = async (changes: Partial<Receipt> = {}) =>
  readPdf(await drawReceiptPdf({ ...receipt, ...changes }, { isCompressed: false }));

describe('the PDF of a receipt', () => {
  it('the receipt PDF prints the academy, student, lines, amounts and payment', async () => {
    const { title, pages } = await draw();
    expect(title).toBe('Receipt LFR-2026-000045');
    expect(pages).toEqual([
      [
        'Harbour Academy Private Limited',
        '1 Quay Road, Chennai 600001',
        'GSTIN 33XXXXX0000X0Z0',
        'accounts@example.com · 1800-000-1111',
        'Receipt',
        'Received from',
        'Zoë Nair',
        'zoe@example.com',
        '9876500001',
        'INDOS 24EL0001',
        'Receipt number',
        'LFR-2026-000045',
        'Date',
        '10 Mar 2026',
        'Order number',
        'LF-2026-000123',
        'Paid by',
        'UPI',
        'Payment reference',
        'pay-1',
        'Course and batch',
        'Fee after discount',
        '₹5,500.50',
        'Fire Fighting',
        '1 Apr 2026 – 3 Apr 2026',
        '₹12,13,500.00',
        'Sea Start',
        'Fire Fighting: 1 Apr 2026 – 3 Apr 2026',
        'Radar Simulator: 1 Apr 2026 – 3 Apr 2026',
        '₹12,20,500.50',
        'Fees before discount',
        '−₹1,500.00',
        'Discount',
        '₹12,19,000.50',
        'Total paid',
        'Rupees Twelve Lakh Nineteen Thousand and Fifty Paise Only',
        'Valid without a signature.',
        'Receipt LFR-2026-000045 · Page 1 of 1',
      ],
    ]);
  });

  it('the receipt PDF prints each text at its specified position, in its specified size, weight and colour', async () => {
    const { drawn } = await draw();
    const [ink, muted] = ['15 39 66', '67 86 107'];
    const styleOf = (font: string, colour: string) =>
      font === 'F2' && colour === ink ? 'bold' : colour === muted ? 'muted' : 'plain';
    const placed = drawn[0]?.map(({ x, y, size, font, colour, text }) => [x, y, size, styleOf(font, colour), text]);
    // The last text is the page number, which another test checks. Amounts end at the right margin.
    expect(placed?.slice(0, -1)).toEqual([
      [56, 70.4, 14, 'bold', 'Harbour Academy Private Limited'],
      [56, 86.4, 10, 'muted', '1 Quay Road, Chennai 600001'],
      [56, 99.4, 10, 'muted', 'GSTIN 33XXXXX0000X0Z0'],
      [56, 112.4, 10, 'muted', 'accounts@example.com · 1800-000-1111'],
      [56, 153.7, 20, 'bold', 'Receipt'],
      [56, 178.4, 9, 'muted', 'Received from'],
      [56, 193.2, 12, 'bold', 'Zoë Nair'],
      [56, 206.8, 10, 'plain', 'zoe@example.com'],
      [56, 219.8, 10, 'plain', '9876500001'],
      [56, 232.8, 10, 'plain', 'INDOS 24EL0001'],
      [305.6, 178.4, 9, 'muted', 'Receipt number'],
      [395.6, 179.4, 10, 'bold', 'LFR-2026-000045'],
      [305.6, 193.4, 9, 'muted', 'Date'],
      [395.6, 194.4, 10, 'bold', '10 Mar 2026'],
      [305.6, 208.4, 9, 'muted', 'Order number'],
      [395.6, 209.4, 10, 'bold', 'LF-2026-000123'],
      [305.6, 223.4, 9, 'muted', 'Paid by'],
      [395.6, 224.4, 10, 'bold', 'UPI'],
      [305.6, 238.4, 9, 'muted', 'Payment reference'],
      [395.6, 239.4, 10, 'bold', 'pay-1'],
      [56, 271.4, 9, 'muted', 'Course and batch'],
      [466.5, 271.4, 9, 'muted', 'Fee after discount'],
      [488.5, 296.7, 10.5, 'bold', '₹5,500.50'],
      [56, 296.7, 10.5, 'bold', 'Fire Fighting'],
      [56, 309.8, 10, 'muted', '1 Apr 2026 – 3 Apr 2026'],
      [466.4, 331.3, 10.5, 'bold', '₹12,13,500.00'],
      [56, 331.3, 10.5, 'bold', 'Sea Start'],
      [56, 344.5, 10, 'muted', 'Fire Fighting: 1 Apr 2026 – 3 Apr 2026'],
      [56, 357.5, 10, 'muted', 'Radar Simulator: 1 Apr 2026 – 3 Apr 2026'],
      [471.1, 386.5, 10, 'plain', '₹12,20,500.50'],
      [56, 386.5, 10, 'plain', 'Fees before discount'],
      [485.8, 403.5, 10, 'plain', '−₹1,500.00'],
      [56, 403.5, 10, 'plain', 'Discount'],
      [456, 422.5, 12, 'bold', '₹12,19,000.50'],
      [56, 422.5, 12, 'bold', 'Total paid'],
      [56, 440.1, 10, 'plain', 'Rupees Twelve Lakh Nineteen Thousand and Fifty Paise Only'],
      [56, 466, 9, 'muted', 'Valid without a signature.'],
    ]);
  });

  it('the receipt PDF for the later payment of a price difference names the order’s earlier receipt', async () => {
    const { pages } = await draw({ adds_to: 'LFR-2026-000044', discount: 0 });
    const [texts = []] = pages;
    expect(texts[texts.indexOf('Adds to receipt') + 1]).toBe('LFR-2026-000044');
    expect(texts).toContain('Price difference');
  });

  it('the receipt PDF prints one date for a course that lasts one day', async () => {
    const oneDay = { ...fire, batch_end_date: fire.batch_start_date };
    const lines = [{ type: 'course' as const, name: 'Fire Fighting', price: 1000, courses: [oneDay] }];
    expect((await draw({ lines })).pages[0]).toContain('1 Apr 2026');
  });

  it('the receipt PDF leaves out the discount and the payment reference when there are none', async () => {
    const [page = []] = (await draw({ discount: 0, payment: null })).pages;
    expect(page).toContain('Fee');
    expect(page).toContain('Nothing to pay');
    for (const absent of ['Discount', 'Payment reference']) expect(page).not.toContain(absent);
  });

  it('the receipt PDF leaves out contact details that the student does not have, and prints “Online payment” for an unknown payment method', async () => {
    const student = { name: 'Zoë Nair', email: null, mobile: null, indos_number: null };
    const [page = []] = (await draw({ student, payment: { method: null, reference: 'pay-1' } })).pages;
    expect(page.slice(page.indexOf('Zoë Nair') + 1, page.indexOf('LFR-2026-000045'))).toEqual(['Receipt number']);
    expect(page[page.indexOf('Paid by') + 1]).toBe('Online payment');
  });

  it('the creation date of the receipt PDF is the day of the receipt, and a long student name moves the table of courses down', async () => {
    const file = await drawReceiptPdf(receipt, { isCompressed: false });
    expect(Buffer.from(file).toString('latin1')).toContain('(D:20260310000000Z)');
    const long = { ...receipt.student, name: 'Subramaniam '.repeat(12).trim() };
    const [drawn = []] = (await draw({ student: long })).drawn;
    const yOf = (text: string) => drawn.find((one) => one.text === text)?.y ?? 0;
    expect(yOf('Course and batch') - yOf('INDOS 24EL0001')).toBeGreaterThan(18);
  });

  it('the receipt PDF repeats the headings on each page of a package with many courses', async () => {
    const courses = Array.from({ length: 120 }, (_, index) => ({ ...fire, name: `Course ${index + 1}` }));
    const { pages } = await draw({ lines: [{ type: 'package', name: 'Sea Start', price: 1000, courses }] });
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.filter((text) => text === 'Course and batch')).toHaveLength(1);
  });

  it('a receipt PDF with 9 to 14 courses prints all totals and the notes together on one page', async () => {
    for (let count = 9; count < 15; count++) {
      const line = { type: 'course' as const, name: 'Fire Fighting', price: 1000, courses: [fire] };
      const { pages } = await draw({ state: 'refund_due', lines: Array.from({ length: count }, () => line) });
      const page = pages.find((texts) => texts.includes('Fees before discount')) ?? [];
      const first = page.indexOf('Fees before discount');
      expect(page.slice(first - 1, first + 8), `${count} courses`).toEqual([
        ...['₹12,20,500.50', 'Fees before discount', '−₹1,500.00', 'Discount', '₹12,19,000.50', 'Total paid'],
        'Rupees Twelve Lakh Nineteen Thousand and Fifty Paise Only',
        ...['This amount is being refunded.', 'Valid without a signature.'],
      ]);
    }
  });

  it.each([
    ['refund_due', 'This amount is being refunded.'],
    ['refunded', 'This amount was refunded.'],
  ] as const)('the receipt PDF of an order in the state %s prints: %s', async (state, text) => {
    expect((await draw({ state })).pages[0]).toContain(text);
  });

  it('creating a receipt PDF twice gives identical bytes, and the PDF is compressed', async () => {
    const [first, again] = await Promise.all([drawReceiptPdf(receipt), drawReceiptPdf(receipt)]);
    expect(Buffer.from(first).equals(again)).toBe(true);
    expect(Buffer.from(first).subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.length).toBeLessThan((await drawReceiptPdf(receipt, { isCompressed: false })).length);
  });

  it('the receipt PDF breaks long names, with or without spaces, into lines and prints every letter', async () => {
    const name = `${'Subramaniam'.repeat(18)} ${'of the Coromandel Coast '.repeat(8)}`.trim();
    const [page = []] = (await draw({ student: { ...receipt.student, name } })).pages;
    const drawn = page.slice(page.indexOf('Received from') + 1, page.indexOf('zoe@example.com'));
    expect(drawn.length).toBeGreaterThan(8);
    expect(drawn.join('').replaceAll(' ', '')).toBe(name.replaceAll(' ', ''));
  });

  it('a receipt PDF with 60 courses repeats the headings on each page and keeps each course together with its dates', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({
      type: 'course' as const,
      name: `Course ${index + 1}`,
      price: 1000,
      courses: [fire],
    }));
    const { pages } = await draw({ lines });
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.map((page) => page.at(-1))).toEqual(
      pages.map((_, index) => `Receipt LFR-2026-000045 · Page ${index + 1} of ${pages.length}`),
    );
    const names = pages.flat().filter((line) => /^Course \d+$/.test(line));
    expect(names).toEqual(lines.map(({ name }) => name));
    for (const page of pages.slice(0, -1)) {
      expect(page).toContain('Course and batch');
      expect(page.at(-2)).toBe('1 Apr 2026 – 3 Apr 2026');
    }
    expect(pages.at(-1)).toContain('Total paid');
  });

  const drawnName = async (name: string) => {
    const [page = []] = (await draw({ student: { ...receipt.student, name } })).pages;
    return page.slice(page.indexOf('Received from') + 1, page.indexOf('zoe@example.com'));
  };

  it.each([
    ['Devanagari', 'क्षत्रिय प्रिया शर्मा'],
    ['Bengali', 'শ্রীমতী গৌরী'],
    // Gurmukhi is a special case, because its font has no anchors that position combining marks.
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ['Gujarati', 'ગુજરાતી'],
    ['Odia', 'ଓଡ଼ିଆ'],
    ['Tamil', 'தமிழ்ச்செல்வன்'],
    ['Telugu', 'గౌరీశ్వరి'],
    ['Kannada', 'ಕೃಷ್ಣ'],
    ['Malayalam', 'ശ്രീലക്ഷ്മി'],
    ['Cyrillic', 'Юрий'],
    ['Greek', 'Γιώργος'],
    ['accented Latin', 'Śāntā Nguyễn'],
  ])('the receipt PDF prints every letter of a name in %s', async (_, name) => {
    // The letters are sorted, because the PDF has them in visual order, which differs from the order of the text.
    const letters = (text: string) => Array.from(text.normalize('NFD').replaceAll(' ', '')).toSorted().join('');
    expect(letters((await drawnName(name)).join(''))).toBe(letters(name));
  });

  it('the receipt PDF prints a question mark for a character that none of its fonts has', async () => {
    expect((await drawnName('李 Rāma 王\u0000')).join('')).toBe('? Rāma ??');
  });

  it('the receipt PDF embeds the font of a non-Latin script only if a name uses that script', async () => {
    const fonts = async (name: string) =>
      Buffer.from(await drawReceiptPdf({ ...receipt, student: { ...receipt.student, name } }, { isCompressed: false }))
        .toString('latin1')
        .match(/\/FontFile\d? \d+ 0 R/g)?.length;
    expect(await fonts('Zoë Nair')).toBe(2);
    expect(await fonts('प्रिया Nair')).toBe(3);
  });

  it('the receipt PDF breaks a long Devanagari name into lines and still fits on one page', async () => {
    const [page = []] = (await draw({ student: { ...receipt.student, name: 'तमिलसेल्वन '.repeat(12).trim() } })).pages;
    expect(page.filter((line) => /[\u0900-\u097f]/.test(line)).length).toBeGreaterThanOrEqual(12);
    expect(page.at(-1)).toBe('Receipt LFR-2026-000045 · Page 1 of 1');
  });
});
