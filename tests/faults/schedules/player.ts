import { sql } from 'kysely';
import { courses } from '../../server/booking/academy-seed.ts';
import { hour } from '../../support/clock.ts';
import { findSeatViolations } from '../invariants/find-violations.ts';
import { readSeatRows } from '../invariants/stored-rows.ts';
import type { FakeOrder } from '../providers/fake-provider.ts';
import { forgedDelivery, paymentBody, signedDelivery } from '../providers/webhook-bodies.ts';
import type { AppInstance } from './app-instance.ts';
import type { FaultTestBed, SignedInStudent } from './fault-test-bed.ts';
import { nameOffer, offers, soldBatches } from './offers.ts';
import type { Action, Fault } from './schedule.ts';
import type { StaffCalls } from './staff-calls.ts';
import type { StudentCalls } from './student-calls.ts';
import { WaitingListCalls } from './waiting-list-calls.ts';

/**
 * How many milliseconds a step waits for the response to its call. After that the next step starts, although the call
 * still runs.
 */
const timeoutMs = 400;
/**
 * The maximum number of minutes by which one random sequence advances the simulated time. It must stay below three
 * days, because the product stops checking a payment after three days.
 */
const maxMinutes = 2_000;

type Step<Name extends Action['do']> = Extract<Action, { do: Name }>;

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Plays the steps of one random sequence on a test bed. */
export class Player {
  readonly #testBed: FaultTestBed;
  readonly #studentCalls: StudentCalls;
  readonly #count: (event: string) => void;
  /** Makes the calls of staff; null if the sequence has only students. */
  readonly #staffCalls: StaffCalls | null;
  readonly #waiting: WaitingListCalls;
  readonly #underWay = new Set<Promise<unknown>>();
  #minutes = 0;
  #hasWrongSeats = false;

  constructor(
    testBed: FaultTestBed,
    studentCalls: StudentCalls,
    count: (event: string) => void,
    staffCalls: StaffCalls | null = null,
  ) {
    this.#testBed = testBed;
    this.#studentCalls = studentCalls;
    this.#count = count;
    this.#staffCalls = staffCalls;
    this.#waiting = new WaitingListCalls(testBed.db, studentCalls);
  }

  async play(action: Action): Promise<void> {
    this.#testBed.provider.step += 1;
    await this.#testBed.revive();
    const instance = this.#testBed.instances[action.on];
    const { promise: hung, resolve: hangs } = Promise.withResolvers<void>();
    instance.payments.onHung = hangs;
    instance.payments.onFault = (fault) => this.#count(`provider: ${fault}`);
    if (action.fault) this.#arm(instance, action.fault);
    this.#count(`done: ${action.do}`);
    const work = this.#do(action, instance).catch((error: unknown) => {
      this.#studentCalls.evidence.problems.push(`the step '${action.do}' failed: ${String(error)}`);
    });
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
    if (action.isBehind) return;
    await Promise.race([work, hung, later(timeoutMs)]);
    instance.disarm();
    if (this.#staffCalls) await this.#checkSeats(action);
  }

  /** Checks the seats between two steps, because an offer from a waiting list exists for a short time only. */
  async #checkSeats(action: Action): Promise<void> {
    const found = findSeatViolations(await readSeatRows(this.#testBed.db));
    if (found.length > 0 && !this.#hasWrongSeats)
      this.#studentCalls.evidence.problems.push(...found.map((line) => `after '${action.do}': ${line}`));
    this.#hasWrongSeats ||= found.length > 0;
  }

  /** Waits until all steps have ended; returns false if a step is still running after `withinMs` milliseconds. */
  async ended(withinMs: number): Promise<boolean> {
    const all = Promise.all(this.#underWay).then(() => true);
    return Promise.race([all, later(withinMs).then(() => false)]);
  }

  #arm(instance: AppInstance, fault: Fault): void {
    if (fault.on === 'provider') instance.payments.fault = fault.fault;
    if (fault.on === 'mail') instance.mail.fault = fault.fault;
    if (fault.on !== 'database') return;
    const kind = fault.dies ? 'crash' : fault.slow ? 'slow' : 'connection lost';
    const point = fault.at === 'commit' ? 'a commit' : 'a statement';
    instance.breakAt(fault, () => this.#count(`${kind} ${fault.side} ${point}`));
  }

  #student({ who }: { who: number }): SignedInStudent {
    const { students } = this.#studentCalls;
    const student = students[who % students.length];
    if (!student) throw new Error('a schedule has students');
    return student;
  }

  async #do(action: Action, instance: AppInstance): Promise<unknown> {
    const isReceived = action.fault?.on !== 'reply';
    switch (action.do) {
      case 'add':
      case 'remove':
        return this.#changeCart(action, instance, isReceived);
      case 'submit':
        return this.#studentCalls.send(
          this.#studentCalls.newCall('create', this.#student(action)),
          instance,
          isReceived,
        );
      case 'join list':
      case 'accept offer':
      case 'leave list':
        return this.#waiting.play(action, instance, isReceived);
      case 'choose': {
        const link = this.#testBed.mail.choiceLinks.at(-1 - (action.nth % this.#testBed.mail.choiceLinks.length));
        const wanted = { choice: action.choice, nth: action.more };
        return link && this.#studentCalls.choose(link, wanted, instance, isReceived);
      }
      case 'retry': {
        const calls = this.#studentCalls.ordersOf(this.#student(action));
        const call = calls[action.nth % calls.length];
        return call && this.#studentCalls.send(call, instance, isReceived);
      }
      case 'recheck': {
        const attempts = this.#studentCalls.attemptsOf(this.#student(action));
        const attempt = action.nth === null ? undefined : attempts[action.nth % attempts.length];
        return this.#studentCalls.recheck(this.#student(action), attempt, instance);
      }
      case 'run':
        return instance.run(action.job);
      case 'crash':
        return instance.die();
      case 'lose connections':
        return instance.proxy.loseAll();
      case 'pay':
      case 'decide':
        return this.#actAtProvider(action);
      case 'deliver':
        return this.#deliver(action, instance);
      case 'forge':
        return this.#forge(action, instance);
      case 'age':
      case 'sign in again':
      case 'restart database':
      case 'reprice':
      case 'close batch':
      case 'fail refund':
        return this.#changeWorld(action);
      default:
        return this.#staffCalls?.play(action, instance, isReceived);
    }
  }

  async #changeWorld(
    action: Step<'age' | 'sign in again' | 'restart database' | 'reprice' | 'close batch' | 'fail refund'>,
  ) {
    const { db, provider } = this.#testBed;
    if (action.do === 'fail refund') return provider.refundFailures.push(action.how);
    if (action.do === 'sign in again') return this.#testBed.signInAgain(this.#student(action));
    if (action.do === 'restart database') return this.#testBed.endBackends();
    if (action.do === 'age') {
      const minutes = Math.min(action.minutes, maxMinutes - this.#minutes);
      this.#minutes += minutes;
      return this.#testBed.age(minutes);
    }
    const course = action.nth % 2 === 0 ? courses.fire : courses.radar;
    await (action.do === 'reprice'
      ? sql`update courses set total_fee_paise = total_fee_paise + 10000 where id = ${course}`.execute(db)
      : sql`update batches set status = 'closed' where id = ${soldBatches[action.nth]}`.execute(db));
  }

  async #changeCart(action: Step<'add' | 'remove'>, instance: AppInstance, isReceived: boolean): Promise<void> {
    const offer = offers[action.what];
    if (!offer) return;
    const { item, removal } = nameOffer(offer);
    const body = action.do === 'add' ? offer : removal;
    await this.#studentCalls.send(
      this.#studentCalls.newCall(action.do, this.#student(action), { item, body }),
      instance,
      isReceived,
    );
  }

  async #actAtProvider(action: Step<'pay' | 'decide'>): Promise<void> {
    const { provider } = this.#testBed;
    if (action.do === 'pay') await this.#testBed.alignSessions();
    const isOpen = (order: FakeOrder) =>
      action.do === 'decide'
        ? order.payments.some(({ status }) => status === 'pending')
        : order.expiresAt > Date.now() && (action.isDouble || provider.statusOf(order) === 'active');
    const open = [...provider.orders.values()].filter(isOpen).reverse();
    const order = open[action.nth % open.length];
    if (!order) return;
    const status = provider.statusOf(order);
    const isDone =
      action.do === 'pay' ? provider.pay(order, action.as, action.isDouble) : provider.decide(order, action.as);
    if (isDone) this.#count(`${action.do === 'pay' ? 'payment' : 'late decision'} ${action.as} on ${status} order`);
  }

  async #deliver({ nth, times, hoursLate }: Step<'deliver'>, instance: AppInstance): Promise<void> {
    const { provider, clock } = this.#testBed;
    const body = provider.webhooks.at(-1 - (nth % provider.webhooks.length));
    if (body === undefined) return;
    const delivery = signedDelivery(body, clock.now() - hoursLate * hour);
    await Promise.all(Array.from({ length: times }, () => this.#studentCalls.deliver(delivery, false, instance)));
  }

  /** Delivers a webhook that reports an order as paid, but is forged or too old. */
  async #forge({ nth, how }: Step<'forge'>, instance: AppInstance): Promise<void> {
    const { provider, clock } = this.#testBed;
    const order = [...provider.orders.values()].reverse()[nth % provider.orders.size];
    if (!order) return;
    const { amountPaise } = order;
    const payment = { id: `forged-${provider.step}`, status: 'approved' as const, amountPaise, begunAt: provider.step };
    const delivery = forgedDelivery(paymentBody(order, payment), clock.now(), how);
    await this.#studentCalls.deliver(delivery, true, instance);
  }
}
