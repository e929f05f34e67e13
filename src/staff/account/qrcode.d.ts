/** The grid of a QR code. `get` returns whether a module (a square of the code) is dark: 1 or 0. */
type Modules = { size: number; get(row: number, column: number): number };

/**
 * The function of the package `qrcode` that the console uses. The package's own types (`@types/qrcode`) need the types
 * of Node, which code of a page must not see. `src/staff/tsconfig.json` names this file instead.
 */
export function create(text: string, options: { errorCorrectionLevel: 'M' }): { modules: Modules };
