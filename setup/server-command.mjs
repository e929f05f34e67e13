/**
 * Arguments of Node for the server. With a young generation of 8 MB, Node uses a quarter less memory than with its
 * default (`npm run bench:api -- 2 start`), which matters on a small machine that also runs PostgreSQL.
 */
export const serverCommand = ['--max-semi-space-size=8', 'server/main.ts'];
