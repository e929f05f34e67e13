const small = [
  'Zero One Two Three Four Five Six Seven Eight Nine Ten',
  'Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen',
]
  .join(' ')
  .split(' ');
const tens = 'Zero Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');
/** The number names of the Indian system: from a thousand on, every two digits have a new name, up to crore. */
const scales = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** A non-negative integer in words, e.g. `One Crore Two Lakh Three`. */
export function numberInWords(number: number): string {
  for (const [size, name] of scales) {
    if (number < size) continue;
    const rest = number % size;
    const head = `${numberInWords(Math.floor(number / size))} ${name}`;
    return rest === 0 ? head : `${head} ${numberInWords(rest)}`;
  }
  if (number < small.length) return small[number] ?? '';
  const [ten, one] = [tens[Math.floor(number / 10)] ?? '', number % 10];
  return one === 0 ? ten : `${ten} ${small[one] ?? ''}`;
}

/** Integer paise in words, as receipts write them: `Rupees One Lakh Five Hundred and Fifty Paise Only`. */
export function amountInWords(paise: number): string {
  const [rupees, rest] = [Math.floor(paise / 100), paise % 100];
  const paiseWords = rest === 0 ? '' : ` and ${numberInWords(rest)} Paise`;
  return `Rupees ${numberInWords(rupees)}${paiseWords} Only`;
}
