/**
 * Reads the body of a response. @throws Error if the connection is cut before all of it has arrived
 */
export async function readWhole(response: Response): Promise<ArrayBuffer> {
  const body = await response.arrayBuffer();
  // Some browsers report no error when the connection is cut, so compare the length with the `Content-Length` header.
  // The length of a compressed body is not compared, because the header counts compressed bytes.
  const length = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length'));
  if (body.byteLength < length) throw new TypeError('The response is incomplete');
  return body;
}
