type SendDeps = {
  send: typeof fetch;
  /** Called if the connection is cut before the response has arrived completely. */
  onCut?: () => void;
};

/**
 * Returns the response with a body that reports a bad connection while it is read: `onStall` is called when no part of
 * the body arrives for `timeoutMs`, `onCut` when the body cannot be read to its end.
 */
function watchBody(
  response: Response,
  timeoutMs: number,
  { onStall, onCut }: { onStall: () => void; onCut: () => void },
) {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const timer = setTimeout(onStall, timeoutMs);
      try {
        const { done, value } = await reader.read();
        if (done) stream.close();
        else stream.enqueue(value);
      } catch (error) {
        onCut();
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}

/**
 * Adds a timeout to `fetch`: some networks drop a connection silently, before or in the middle of a response, and
 * `fetch` alone would wait for minutes. The timeout starts again with each part of the response that arrives, so a slow
 * response is not aborted.
 */
export function sendWithin(timeoutMs: number, { send, onCut = () => {} }: SendDeps): typeof fetch {
  return async (input, init) => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, timeoutMs);
    init?.signal?.addEventListener('abort', abort, { signal: controller.signal });
    try {
      const response = await send(input, { ...init, signal: controller.signal });
      return watchBody(response, timeoutMs, { onStall: abort, onCut });
    } catch (error) {
      onCut();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}
