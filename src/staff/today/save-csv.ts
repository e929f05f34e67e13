import { csvLine } from '../../../contract/csv-line.ts';

/** Saves a table on the device as a CSV file that spreadsheets can open. */
export function saveCsv(fileName: string, rows: ReadonlyArray<ReadonlyArray<string | number>>): void {
  const file = new Blob(['\ufeff', ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
