export type UploadPart = { field?: string; name?: string; type?: string; bytes: Buffer | string };

const boundary = 'landfall-test-boundary';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

function writePart({ field = 'file', name = 'file.bin', type = 'application/octet-stream', bytes }: UploadPart) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')]);
}

/** A `multipart/form-data` body as a browser writes it. Send it with `multipartType` as the content type. */
export function multipart(...parts: UploadPart[]): Buffer {
  return Buffer.concat([...parts.map(writePart), Buffer.from(`--${boundary}--\r\n`)]);
}
