// Stands in for the hosted code widget (integrations, "One-time codes"): same functions, same answers, same delay.
(() => {
  const methodsAppearAfter = 150;
  let lastRequest = '';

  async function post(path, body) {
    const response = await fetch(`/sandbox/otp/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client': 'web' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (answer.type) return answer;
    return { type: 'error', message: answer.message ?? 'Request failed', code: response.status };
  }

  async function call(path, body, onSuccess, onFailure) {
    let answer;
    try {
      answer = await post(path, body);
    } catch {
      answer = { type: 'error', message: 'Network error', code: 'NETWORK_ERROR' };
    }
    if (answer.type === 'success' && path === 'send') lastRequest = answer.message;
    const tell = answer.type === 'success' ? onSuccess : onFailure;
    tell?.(answer);
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
    }, methodsAppearAfter);
  };
})();
