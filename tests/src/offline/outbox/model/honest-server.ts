import { apiVersion, idempotencyHeader, markerHeader, subjectHeader } from '../../../../../contract/headers.ts';

/**
 * What goes wrong with one call. `none`: nothing. `before`: the call does not reach the server. `after`: it takes
 * effect, but its response is lost. `truncated`: only half of a successful response arrives. `failing`: status 500.
 * `busy`: status 429. `late`: it reaches the server some turns of the event loop later, perhaps after its tab was
 * closed.
 */
export const callFaults = ['none', 'before', 'after', 'truncated', 'failing', 'busy', 'late'] as const;
export type CallFault = (typeof callFaults)[number];
export type Line = 'open' | 'cut' | 'portal';

type Stored = { status: number; body: object };
/**
 * One change that the server made for a call. `student`: the student who was signed in for the call; null if nobody
 * was.
 */
export type Effect = { key: string; endpoint: string; student: string | null };

/** Ids of courses without free seats: the server always refuses to add such a course to a cart. */
const fullCourses: readonly number[] = [4];

const refusal = (statusCode: number, code: string) => ({
  status: statusCode,
  body: { statusCode, code, errorCode: code, message: `${code} was said`, requestId: 'r' },
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * A server behind an unreliable network. It executes the first call with an idempotency key. To later calls with the
 * same key, it returns the stored response.
 */
export class HonestServer {
  line: Line = 'open';
  /** The student who is signed in with the device's session cookie; null when nobody is. */
  session: string | null = null;
  readonly faults: CallFault[] = [];
  readonly effects: Effect[] = [];
  readonly refused = new Set<string>();
  readonly happened: Set<string>;
  readonly #answers = new Map<string, Stored>();
  #references = 0;

  /** `happened` collects the kinds of events that occurred. They show what the random sequences of events cover. */
  constructor(happened: Set<string>) {
    this.happened = happened;
  }

  /** The `fetch` function that a tab uses to call this server. */
  send: typeof fetch = async (input, init = {}) => {
    const path = String(input);
    this.happened.add(`line ${this.line}`);
    if (this.line === 'portal') return new Response('<h1>Sign in to the ship’s Wi-Fi</h1>');
    if (this.line === 'cut') throw new TypeError('Failed to fetch');
    if (path === '/api/health') return this.#respond({ status: 200, body: { statusCode: 200 } });
    return this.#sendThrough(this.faults.shift() ?? 'none', path, init);
  };

  async #sendThrough(fault: CallFault, path: string, init: RequestInit): Promise<Response> {
    this.happened.add(`call ${fault}`);
    if (fault === 'before') throw new TypeError('Failed to fetch');
    if (fault === 'failing') return this.#respond(refusal(500, 'INTERNAL_ERROR'));
    if (fault === 'busy') return this.#respond(refusal(429, 'RATE_LIMITED'));
    if (fault === 'late') for (let left = 12; left > 0; left -= 1) await turn();
    const answer = this.#answer(path, init);
    await turn();
    if (fault === 'after') throw new TypeError('Failed to fetch');
    const text = JSON.stringify(answer.body);
    const isCutOff = fault === 'truncated' && answer.status === 200;
    return this.#respond(answer, isCutOff ? text.slice(0, text.length / 2) : text);
  }

  #respond({ status, body }: Stored, text = JSON.stringify(body)): Response {
    return new Response(text, { status, headers: { [markerHeader]: apiVersion } });
  }

  #answer(path: string, init: RequestInit): Stored {
    const headers = new Headers(init.headers);
    const isForm = path.startsWith('/api/submissions/');
    const meant = headers.get(subjectHeader);
    const session = init.credentials === 'omit' ? null : this.session;
    const student = meant === null || meant === session ? session : null;
    if (!isForm && student === null) return refusal(401, 'UNAUTHORIZED_REQUEST');
    const key = headers.get(idempotencyHeader) ?? '';
    const endpoint = `${init.method} ${path}`;
    const name = `${isForm ? 'anonymous' : student} ${endpoint} ${key}`;
    const stored = this.#answers.get(name);
    if (stored) this.happened.add('answer repeated');
    const answer = stored ?? this.#act({ key, endpoint, student }, JSON.parse(String(init.body)));
    this.#answers.set(name, answer);
    return answer;
  }

  #act(effect: Effect, body: { course_id?: number }): Stored {
    if (effect.endpoint === 'POST /api/cart/add' && fullCourses.includes(body.course_id ?? 0)) {
      this.refused.add(effect.key);
      return refusal(409, 'BATCH_FULL');
    }
    this.effects.push(effect);
    if (effect.endpoint.includes('/submissions/'))
      return { status: 200, body: { statusCode: 200, data: { reference: `LF-${++this.#references}` } } };
    return { status: 200, body: { statusCode: 200, data: { items: [] } } };
  }
}
