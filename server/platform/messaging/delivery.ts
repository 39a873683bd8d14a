import type { Config } from '../../config/types.ts';
import type { Logger } from '../logger.ts';
import { maskPhone } from '../mask.ts';
import type { Metrics } from '../metrics.ts';
import { BREAKER_STATES, BREAKER_TIMES, type BreakerTimes, ChannelBreaker } from './breaker.ts';
import { type Channel, ChannelFailure } from './channel.ts';
import { consoleChannel } from './console.ts';
import { smsChannel } from './sms.ts';
import { whatsappChannel } from './whatsapp.ts';

export type MessageLanguage = 'en' | 'ar';

/** A one-time code on its way to a phone. */
export interface OtpMessage {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly language: MessageLanguage;
  readonly ttlSeconds: number;
}

/** Sends codes over the configured channels, in order, until one takes the message (contract §2). */
export interface OtpDelivery {
  /** Names of the channels in order. */
  readonly channels: readonly string[];
  /**
   * Resolves to the channel that took it.
   * @throws DeliveryFailed when none did.
   */
  send(message: OtpMessage): Promise<string>;
}

/** Every channel failed; what each said stands in the log. */
export class DeliveryFailed extends Error {}

export type DeliveryConfig = Pick<Config, 'env' | 'otp' | 'whatsapp' | 'sms'>;

export interface DeliveryOptions {
  readonly metrics?: Metrics;
  readonly breakerTimes?: BreakerTimes;
}

/** @throws Error for a channel that the configuration has nothing for. */
export function createOtpDelivery(config: DeliveryConfig, log: Logger, options: DeliveryOptions = {}): OtpDelivery {
  const channels = config.otp.channels.map((name) => guarded(createChannel(name, config), options.breakerTimes));
  const count = countDeliveries(channels, options.metrics);
  logChanges(channels, log);
  return {
    channels: config.otp.channels,
    send: async (message) => {
      const taker = await firstTaker(channels, message, (channel, outcome) => {
        count(channel, outcome);
        if (outcome instanceof ChannelFailure) log.warn(failureFacts(channel, message, outcome), 'a channel did not take a code');
      });
      if (taker === null) throw new DeliveryFailed('No channel took the code.');
      return taker;
    },
  };
}

interface GuardedChannel {
  readonly name: string;
  readonly breaker: ChannelBreaker;
  send(message: OtpMessage): Promise<void>;
}

type Outcome = 'sent' | 'skipped' | ChannelFailure;

function createChannel(name: DeliveryConfig['otp']['channels'][number], config: DeliveryConfig): Channel {
  const budgetSeconds = config.otp.channelTimeoutSeconds;
  if (name === 'whatsapp' && config.whatsapp !== null) return whatsappChannel(config.whatsapp, budgetSeconds);
  if (name === 'sms' && config.sms !== null) return smsChannel(config.sms, budgetSeconds);
  if (name === 'console' && config.env !== 'production') return consoleChannel();
  throw new Error(`The channel ${name} is not configured.`);
}

function guarded(channel: Channel, times: BreakerTimes = BREAKER_TIMES): GuardedChannel {
  const breaker = new ChannelBreaker(times);
  return { name: channel.name, breaker, send: (message) => breaker.run(() => channel.send(message)) };
}

/**
 * Channels with an open breaker are skipped, since waiting for them only delays the next. With all of them skipped there is
 * no next, so the last one is tried all the same: an open breaker says that half of the calls fail, a refusal that all do.
 */
async function firstTaker(
  channels: readonly GuardedChannel[],
  message: OtpMessage,
  tell: (channel: string, outcome: Outcome) => void,
): Promise<string | null> {
  let skipped = 0;
  for (const channel of channels) {
    const isLastHope = skipped === channels.length - 1;
    const outcome = channel.breaker.allows || isLastHope ? await attempt(channel, message) : 'skipped';
    tell(channel.name, outcome);
    if (outcome === 'sent') return channel.name;
    if (outcome === 'skipped') skipped += 1;
  }
  return null;
}

async function attempt(channel: GuardedChannel, message: OtpMessage): Promise<Outcome> {
  try {
    await channel.send(message);
    return 'sent';
  } catch (error) {
    return error instanceof ChannelFailure ? error : new ChannelFailure('unexpected');
  }
}

/** What may be said of a failure: neither code nor credentials nor the provider's words. */
function failureFacts(channel: string, { phone }: OtpMessage, { reason, status, networkCode }: ChannelFailure): object {
  return { channel, phone: maskPhone(phone), reason, status, networkCode };
}

function logChanges(channels: readonly GuardedChannel[], log: Logger): void {
  for (const { name: channel, breaker } of channels) {
    breaker.onChange((state) => {
      if (state === 'open') log.warn({ channel, state }, 'a channel fails too often and is skipped for a while');
      else log.info({ channel, state }, 'a channel that failed is tried again');
    });
  }
}

/** Metrics of the deliveries and of the breakers; a state counts the processes that are in it when those of all workers are added up. */
function countDeliveries(channels: readonly GuardedChannel[], metrics: Metrics | undefined): (channel: string, outcome: Outcome) => void {
  if (metrics === undefined) return () => {};
  const counter = metrics.counter('otp_deliveries_total', 'Attempts to deliver a code, by channel and outcome.', ['channel', 'outcome']);
  metrics.gauges('otp_channel_breaker', 'Whether the breaker of a channel is in a state (1) or not (0).', ['channel', 'state'], () =>
    channels.flatMap(({ name, breaker }) =>
      BREAKER_STATES.map((state) => ({ labels: { channel: name, state }, value: breaker.state === state ? 1 : 0 })),
    ),
  );
  return (channel, outcome) => counter.inc({ channel, outcome: outcome instanceof ChannelFailure ? outcome.reason : outcome });
}
