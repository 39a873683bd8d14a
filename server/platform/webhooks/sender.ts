import type { Clock } from '../clock.ts';
import type { SecretKeys } from '../crypto/secret-keys.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../observe/logger.ts';
import { bodyOf } from '../outgoing/body.ts';
import type { EventReader, EventReference, EventTexts, OutgoingEvent } from '../outgoing/event.ts';
import { QueueWorker } from '../queue/worker.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import {
  BATCH_MS,
  type Batch,
  type ClaimedDelivery,
  claimBatch,
  findDueWebhooks,
  findWebhook,
  releaseDeliveries,
  type SendingWebhook,
} from './deliveries.ts';
import { type EndedTry, isSuccess, stopsBatch } from './settle.ts';
import { Settling } from './settling.ts';
import { signedHeaders } from './signature.ts';
import { SLACK_PAUSE_MS, SLACK_SENTENCES, slackBody } from './slack.ts';
import type { TargetFault, Targets } from './target.ts';

export interface SenderSetup {
  readonly log: Logger;
  readonly clock: Clock;
  readonly secrets: SecretKeys;
  readonly targets: Targets;
  readonly readEvents: EventReader;
  /** The texts for webhooks with `content`, from the live rows; null for an event without any. */
  readonly readTexts: (event: OutgoingEvent) => Promise<EventTexts | null>;
  /** For links to the console; null for none. */
  readonly publicUrl: string | null;
  /** Counts each try by its outcome. */
  readonly count: (outcome: 'delivered' | 'failed') => void;
}

/** How many webhooks a process sends to at once. */
const SLOTS = 64;
/** Slots for webhooks that fail, so that they never take all. */
const FAILING_SLOTS = SLOTS / 2;
/** How many messages one webhook gets at once, over all processes. */
const LANES = 4;
const BATCH_ROWS = 40;
const SLACK_ROWS = 500;
/** When events whose type this release does not know are claimed again. */
const UNKNOWN_MS = 60_000;

/** The owner for which the secret of a webhook is sealed. */
export function secretOwner(webhookId: number): string {
  return `webhook:${webhookId}`;
}

/** Sends the deliveries of webhooks. Every process may run one: a lease gives each webhook to one of them at a time. */
export class WebhookSender {
  readonly #db: Database;
  readonly #setup: SenderSetup;
  readonly #worker: QueueWorker<Batch>;

  constructor(db: Database, setup: SenderSetup) {
    this.#db = db;
    this.#setup = setup;
    this.#worker = new QueueWorker({
      name: 'webhook delivery poll',
      log: setup.log,
      claim: (sending) => this.#claim(sending),
      work: (batch, stopping) => this.#send(batch, stopping),
      describe: ({ webhook }) => ({ webhook: webhook.id }),
    });
  }

  /** Polls the deliveries every second, and at once after a commit of this process that added some. */
  start(): void {
    this.#db.subscriptions.onDelivery(() => this.#worker.wake());
    this.#worker.start();
  }

  /** Starts no further try; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    await this.#worker.stop();
    this.#setup.targets.close();
  }

  /** The fault of a URL that is visible without resolving its name; null for none. */
  faultOf(url: string): TargetFault | null {
    return this.#setup.targets.faultOf(url);
  }

  /** The form in which the secret of a webhook is stored. */
  sealSecret(webhookId: number, secret: string): string {
    return this.#setup.secrets.seal(secretOwner(webhookId), secret);
  }

  /** Sends one event to a webhook now, without a delivery; null when the webhook was deleted. */
  async sendNow(webhookId: number, event: OutgoingEvent): Promise<AttemptResult | null> {
    const webhook = await findWebhook(this.#db, webhookId, this.#now);
    if (webhook === null) return null;
    const body = webhook.format === 'slack' ? this.#slackBody(webhook, { events: [event], more: 0, texts: [] }) : bodyOf(event);
    return this.#attempt(webhook, { id: event.id, body });
  }

  /** The body that a delivery has now; null when its event is gone, and for Slack, whose messages join several events. */
  async bodyNow(reference: EventReference, { content, format }: Pick<SendingWebhook, 'content' | 'format'>): Promise<string | null> {
    if (format === 'slack') return null;
    const event = (await this.#setup.readEvents(this.#db, [reference])).get(reference.eventId);
    return event === undefined || event === null ? null : bodyOf(event, content ? await this.#setup.readTexts(event) : null);
  }

  get #now(): Date {
    return this.#setup.clock.now();
  }

  async #claim(sending: readonly Batch[]): Promise<Batch[]> {
    const busy = sending.map(({ webhook }) => webhook.id);
    let free = SLOTS - busy.length;
    let freeForFailing = FAILING_SLOTS - sending.filter(({ webhook }) => webhook.isFailing).length;
    if (free <= 0) return [];
    const due = await findDueWebhooks(this.#db, busy, this.#now);
    const batches: Batch[] = [];
    for (const { id, isFailing } of inFairOrder(due)) {
      if (free <= 0 || (isFailing && freeForFailing <= 0)) continue;
      const batch = await claimBatch(this.#db, id, { limitOf, now: this.#now });
      if (batch === null) continue;
      batches.push(batch);
      free -= 1;
      if (isFailing) freeForFailing -= 1;
    }
    return batches;
  }

  async #send(batch: Batch, stopping: AbortSignal): Promise<void> {
    const { webhook, deliveries } = batch;
    const isSlack = webhook.format === 'slack';
    const read = isSlack ? deliveries.slice(0, SLACK_SENTENCES) : deliveries;
    const found = await this.#setup.readEvents(this.#db, read);
    const events = new Map([...found].flatMap(([id, event]) => (event === null ? [] : [[id, event]])));
    const isUnknown = ({ eventId }: ClaimedDelivery): boolean => found.get(eventId) === null;
    // a newer release has queued these and can send them
    await releaseDeliveries(this.#db, deliveries.filter(isUnknown), new Date(this.#now.getTime() + UNKNOWN_MS));
    const rest = { ...batch, deliveries: deliveries.filter((delivery) => !isUnknown(delivery)) };
    if (isSlack) return this.#sendSlack(rest, events);
    return this.#sendAll(rest, { events, stopping });
  }

  /** Sends in a few lanes; stores outcomes while others are sent. Ends early when the receiver fails or the batch takes long. */
  async #sendAll(
    { webhook, deliveries, begunAt }: Batch,
    { events, stopping }: { events: ReadonlyMap<string, OutgoingEvent>; stopping: AbortSignal },
  ) {
    const waiting = [...deliveries];
    const settling = new Settling(this.#db, webhook, 0);
    const endAt = begunAt + BATCH_MS;
    let isEnding = false;
    const lane = async (): Promise<void> => {
      while (!isEnding && !stopping.aborted && performance.now() < endAt) {
        const delivery = waiting.shift();
        if (delivery === undefined) return;
        const ended = await this.#try(webhook, delivery, events.get(delivery.eventId));
        isEnding ||= stopsBatch(ended);
        settling.add(ended);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    await settling.done();
    await releaseDeliveries(this.#db, waiting, this.#now);
  }

  async #try(webhook: SendingWebhook, delivery: ClaimedDelivery, event: OutgoingEvent | undefined): Promise<EndedTry> {
    const startedAt = this.#now;
    if (event === undefined) return lost(delivery, startedAt);
    const body = bodyOf(event, webhook.content ? await this.#setup.readTexts(event) : null);
    const result = await this.#attempt(webhook, { id: event.id, body });
    return { delivery, result, startedAt, endedAt: this.#now, isLost: false };
  }

  /** All deliveries of the batch in one message, which names the first ones. */
  async #sendSlack({ webhook, deliveries }: Batch, events: ReadonlyMap<string, OutgoingEvent>): Promise<void> {
    const startedAt = this.#now;
    const named = [...events.values()];
    const texts = await Promise.all(named.map((event) => (webhook.content ? this.#setup.readTexts(event) : null)));
    const settling = new Settling(this.#db, webhook, SLACK_PAUSE_MS);
    const [first] = named;
    if (first === undefined) {
      for (const delivery of deliveries.slice(0, SLACK_SENTENCES)) settling.add(lost(delivery, startedAt));
      await settling.done();
      return releaseDeliveries(this.#db, deliveries.slice(SLACK_SENTENCES), this.#now);
    }
    const more = Math.max(deliveries.length - SLACK_SENTENCES, 0);
    const result = await this.#attempt(webhook, { id: first.id, body: this.#slackBody(webhook, { events: named, more, texts }) });
    for (const delivery of deliveries) settling.add({ delivery, result, startedAt, endedAt: this.#now, isLost: false });
    await settling.done();
  }

  #slackBody({ language }: SendingWebhook, { events, more, texts }: SlackContent): string {
    return slackBody(events, { language, more, texts, publicUrl: this.#setup.publicUrl });
  }

  async #attempt(webhook: SendingWebhook, message: { id: string; body: string }): Promise<AttemptResult> {
    const { secrets, targets, clock, count } = this.#setup;
    const known = webhook.secrets.map((sealed) => secrets.unseal(secretOwner(webhook.id), sealed)).filter((secret) => secret !== null);
    const headers = known.length === 0 ? null : signedHeaders(message, known, clock.now());
    const result = headers === null ? UNREADABLE : await attempt(targets, { url: webhook.url, headers, body: message.body });
    count(isSuccess(result) ? 'delivered' : 'failed');
    return result;
  }
}

/** The pepper has changed since: a rotation makes a new secret. */
const UNREADABLE: AttemptResult = {
  status: null,
  durationMs: 0,
  error: 'the secret cannot be read: rotate it',
  answer: null,
  retryAfter: undefined,
};

interface SlackContent {
  readonly events: readonly OutgoingEvent[];
  readonly more: number;
  readonly texts: readonly (EventTexts | null)[];
}

/** A failing receiver gets few at once, so that its other deliveries are not taken for nothing. */
function limitOf({ format, isFailing }: SendingWebhook): number {
  if (format === 'slack') return SLACK_ROWS;
  return isFailing ? LANES : BATCH_ROWS;
}

/** Those that work first; among them by chance, so that none waits for ever when slots are few. */
function inFairOrder<T extends { isFailing: boolean }>(due: readonly T[]): T[] {
  const keyed = due.map((each) => ({ each, key: Number(each.isFailing) + Math.random() }));
  return keyed.sort((left, right) => left.key - right.key).map(({ each }) => each);
}

function lost(delivery: ClaimedDelivery, startedAt: Date): EndedTry {
  const result = { status: null, durationMs: 0, error: 'the event is gone', answer: null, retryAfter: undefined };
  return { delivery, result, startedAt, endedAt: startedAt, isLost: true };
}
