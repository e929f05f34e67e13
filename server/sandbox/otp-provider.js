// Replaces MSG91's hosted widget. It has the same functions, responses and delay.
(() => {
  const methodsDelayMs = 150;
  let lastRequest = '';

  async function post(path, body) {
    const response = await fetch(`/sandbox/otp/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'web' },
      body: JSON.stringify(body),
    });
    const result = await response.json();
    if (result.type) return result;
    return { type: 'error', message: result.message ?? 'Request failed', code: response.status };
  }

  async function call(path, body, onSuccess, onFailure) {
    let result;
    try {
      result = await post(path, body);
    } catch {
      result = { type: 'error', message: 'Network error', code: 'NETWORK_ERROR' };
    }
    if (result.type === 'success' && path === 'send') lastRequest = result.message;
    const callback = result.type === 'success' ? onSuccess : onFailure;
    callback?.(result);
  }

  window.initSendOTP = (config) => {
    if (!config?.exposeMethods) return;
    const { success, failure } = config;
    setTimeout(() => {
      window.sendOtp = (identifier, onSuccess, onFailure) =>
        void call('send', { identifier: String(identifier) }, onSuccess, onFailure);
      window.retryOtp = (channel, onSuccess, onFailure, reqId) =>
        void call('retry', { channel: String(channel ?? ''), reqId: reqId ?? lastRequest }, onSuccess, onFailure);
      window.verifyOtp = (otp, onSuccess, onFailure, reqId) =>
        void call(
          'verify',
          { otp: String(otp), reqId: reqId ?? lastRequest },
          onSuccess ?? success,
          onFailure ?? failure,
        );
    }, methodsDelayMs);
  };
})();
