import { sql } from 'kysely';
import { courses } from '../server/booking/academy-seed.ts';
import { hour } from '../support/clock.ts';
import type { AppInstance } from './app-instance.ts';
import type { FaultLane, LaneStudent } from './fault-lane.ts';
import { nameOffer, offers, soldBatches } from './offers.ts';
import type { WorldOrder } from './payment-world.ts';
import type { Action, Fault } from './schedule.ts';
import { forgedDelivery, paymentBody, signedDelivery } from './webhook-bodies.ts';
import type { Witness } from './witness.ts';

/** A student waits for an answer so many milliseconds; after that the call goes on without them. */
const patienceMs = 400;
/** Banks confirm within so many minutes; later the product does not look for it by itself. */
const mostMinutes = 2_000;

type Step<Name extends Action['do']> = Extract<Action, { do: Name }>;

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Plays the steps of one schedule on a lane. */
export class Player {
  readonly #lane: FaultLane;
  readonly #witness: Witness;
  readonly #count: (happening: string) => void;
  readonly #underWay = new Set<Promise<unknown>>();
  #minutes = 0;

  constructor(lane: FaultLane, witness: Witness, count: (happening: string) => void) {
    this.#lane = lane;
    this.#witness = witness;
    this.#count = count;
  }

  async play(action: Action): Promise<void> {
    this.#lane.world.step += 1;
    await this.#lane.revive();
    const instance = this.#lane.instances[action.on];
    const { promise: hung, resolve: hangs } = Promise.withResolvers<void>();
    instance.payments.onHung = hangs;
    instance.payments.onFault = (fault) => this.#count(`provider: ${fault}`);
    if (action.fault) this.#arm(instance, action.fault);
    this.#count(`done: ${action.do}`);
    const work = this.#do(action, instance).catch((error: unknown) => {
      this.#witness.evidence.complaints.push(`the step '${action.do}' failed: ${String(error)}`);
    });
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
    if (action.isBehind) return;
    await Promise.race([work, hung, later(patienceMs)]);
    instance.disarm();
  }

  /** False where something is still under way after `withinMs`. */
  async ended(withinMs: number): Promise<boolean> {
    const all = Promise.all(this.#underWay).then(() => true);
    return Promise.race([all, later(withinMs).then(() => false)]);
  }

  #arm(instance: AppInstance, fault: Fault): void {
    if (fault.on === 'provider') instance.payments.fault = fault.fault;
    if (fault.on === 'mail') instance.mail.fault = fault.fault;
    if (fault.on !== 'database') return;
    const kind = fault.dies ? 'crash' : fault.slow ? 'slow' : 'connection lost';
    const place = fault.at === 'commit' ? 'a commit' : 'a statement';
    instance.breakAt(fault, () => this.#count(`${kind} ${fault.side} ${place}`));
  }

  #student({ who }: { who: number }): LaneStudent {
    const { students } = this.#witness;
    const student = students[who % students.length];
    if (!student) throw new Error('a schedule has students');
    return student;
  }

  async #do(action: Action, instance: AppInstance): Promise<unknown> {
    const isHeard = action.fault?.on !== 'reply';
    switch (action.do) {
      case 'add':
      case 'remove':
        return this.#changeCart(action, instance, isHeard);
      case 'submit':
        return this.#witness.send(this.#witness.newCall('create', this.#student(action), '', {}), instance, isHeard);
      case 'retry': {
        const calls = this.#witness.ordersOf(this.#student(action));
        const call = calls[action.nth % calls.length];
        return call && this.#witness.send(call, instance, isHeard);
      }
      case 'recheck': {
        const attempts = this.#witness.attemptsOf(this.#student(action));
        const attempt = action.nth === null ? undefined : attempts[action.nth % attempts.length];
        return this.#witness.recheck(this.#student(action), attempt, instance);
      }
      case 'run':
        return instance.run(action.chore);
      case 'crash':
        return instance.die();
      case 'lose connections':
        return instance.line.loseAll();
      case 'pay':
      case 'decide':
        return this.#actAtProvider(action);
      case 'deliver':
        return this.#deliver(action, instance);
      case 'forge':
        return this.#forge(action, instance);
      default:
        return this.#changeAcademy(action);
    }
  }

  async #changeAcademy(action: Step<'age' | 'sign in again' | 'restart database' | 'reprice' | 'close batch'>) {
    const { db } = this.#lane;
    if (action.do === 'sign in again') return this.#lane.signInAgain(this.#student(action));
    if (action.do === 'restart database') return this.#lane.endBackends();
    if (action.do === 'age') {
      const minutes = Math.min(action.minutes, mostMinutes - this.#minutes);
      this.#minutes += minutes;
      return this.#lane.age(minutes);
    }
    const course = action.nth % 2 === 0 ? courses.fire : courses.radar;
    await (action.do === 'reprice'
      ? sql`update courses set total_fee_paise = total_fee_paise + 10000 where id = ${course}`.execute(db)
      : sql`update batches set status = 'closed' where id = ${soldBatches[action.nth]}`.execute(db));
  }

  async #changeCart(action: Step<'add' | 'remove'>, instance: AppInstance, isHeard: boolean): Promise<void> {
    const offer = offers[action.what];
    if (!offer) return;
    const { item, removal } = nameOffer(offer);
    const body = action.do === 'add' ? offer : removal;
    await this.#witness.send(this.#witness.newCall(action.do, this.#student(action), item, body), instance, isHeard);
  }

  async #actAtProvider(action: Step<'pay' | 'decide'>): Promise<void> {
    const { world } = this.#lane;
    if (action.do === 'pay') await this.#lane.alignSessions();
    const isOpen = (order: WorldOrder) =>
      action.do === 'decide'
        ? order.payments.some(({ status }) => status === 'pending')
        : order.expiresAt > Date.now() && (action.isDouble || world.statusOf(order) === 'active');
    const open = [...world.orders.values()].filter(isOpen).reverse();
    const order = open[action.nth % open.length];
    if (!order) return;
    const status = world.statusOf(order);
    const isDone = action.do === 'pay' ? world.pay(order, action.as, action.isDouble) : world.decide(order, action.as);
    if (isDone) this.#count(`${action.do === 'pay' ? 'payment' : 'late decision'} ${action.as} on ${status} order`);
  }

  async #deliver({ nth, times, hoursLate }: Step<'deliver'>, instance: AppInstance): Promise<void> {
    const { world, clock } = this.#lane;
    const body = world.news.at(-1 - (nth % world.news.length));
    if (body === undefined) return;
    const delivery = signedDelivery(body, clock.now() - hoursLate * hour);
    await Promise.all(Array.from({ length: times }, () => this.#witness.deliver(delivery, false, instance)));
  }

  /** Somebody tells that an order is paid who is not the provider, or tells it too late. */
  async #forge({ nth, how }: Step<'forge'>, instance: AppInstance): Promise<void> {
    const { world, clock } = this.#lane;
    const order = [...world.orders.values()].reverse()[nth % world.orders.size];
    if (!order) return;
    const { amountPaise } = order;
    const payment = { id: `forged-${world.step}`, status: 'approved' as const, amountPaise, begunAt: world.step };
    const delivery = forgedDelivery(paymentBody(order, payment), clock.now(), how);
    await this.#witness.deliver(delivery, true, instance);
  }
}
