/**
 * What Node is given to run the server. A young generation of 8 MB: with the usual one Node lets a third more memory grow
 * (`npm run bench:api -- 2 start`), which a small machine beside PostgreSQL has better use for.
 */
export const serverCommand = ['--max-semi-space-size=8', 'server/main.ts'];
