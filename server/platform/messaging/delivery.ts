import type { Config } from '../../config/types.ts';
import { maskPhone } from '../mask.ts';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import { BREAKER_STATES, BREAKER_TIMES, type BreakerTimes, ChannelBreaker } from './breaker.ts';
import { type Channel, ChannelFailure } from './channel.ts';
import { consoleChannel } from './console.ts';
import type { OtpMessage, PhoneNotice } from './message.ts';
import { smsChannel } from './sms.ts';
import { whatsappChannel } from './whatsapp.ts';

export type { MessageLanguage, OtpMessage } from './message.ts';

/** Sends codes over the configured channels, in order, until one accepts the message. */
export interface OtpDelivery {
  /** Names of the channels in order. */
  readonly channels: readonly string[];
  /**
   * Resolves to the name of the channel that accepted the message.
   * @throws DeliveryFailed when no channel did
   */
  send(message: OtpMessage): Promise<string>;
  /** Whether one of the channels that can send a notice accepted it. Never rejects. */
  notify(notice: PhoneNotice): Promise<boolean>;
}

/** Every channel failed; the log has the reason of each. */
export class DeliveryFailed extends Error {}

export type DeliveryConfig = Pick<Config, 'env' | 'otp' | 'whatsapp' | 'sms'>;

export interface DeliveryOptions {
  readonly metrics?: Metrics;
  readonly breakerTimes?: BreakerTimes;
}

/** @throws Error for a channel without configuration */
export function createOtpDelivery(config: DeliveryConfig, log: Logger, options: DeliveryOptions = {}): OtpDelivery {
  const channels = config.otp.channels.map((name) => guarded(createChannel(name, config), options.breakerTimes));
  const count = countDeliveries(channels, options.metrics);
  logBreakerChanges(channels, log);
  return {
    channels: config.otp.channels,
    send: async (message) => {
      const sender = await sendByFirst(channels, message, (channel, outcome) => {
        count(channel, outcome);
        if (outcome instanceof ChannelFailure) log.warn(failureFields(channel, message, outcome), 'OTP channel failed');
      });
      if (sender === null) throw new DeliveryFailed('No channel accepted the code.');
      return sender;
    },
    notify: (notice) => notifyByFirst(channels, notice),
  };
}

interface GuardedChannel {
  readonly name: string;
  readonly breaker: ChannelBreaker;
  send(message: OtpMessage): Promise<void>;
  readonly notify: ((notice: PhoneNotice) => Promise<void>) | null;
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
  const { name, notify } = channel;
  return {
    name,
    breaker,
    send: (message) => breaker.run(() => channel.send(message)),
    notify: notify === undefined ? null : (notice) => breaker.run(() => notify(notice)),
  };
}

/**
 * Skips channels whose breaker is open, because waiting for them delays the next. If all are open, the last one is tried anyway,
 * because some of its calls may succeed. Returns null when no channel accepted the message.
 */
async function sendByFirst(
  channels: readonly GuardedChannel[],
  message: OtpMessage,
  report: (channel: string, outcome: Outcome) => void,
): Promise<string | null> {
  let skipped = 0;
  for (const channel of channels) {
    const isOnlyChance = skipped === channels.length - 1;
    const outcome = channel.breaker.allows || isOnlyChance ? await attempt(channel, message) : 'skipped';
    report(channel.name, outcome);
    if (outcome === 'sent') return channel.name;
    if (outcome === 'skipped') skipped += 1;
  }
  return null;
}

async function notifyByFirst(channels: readonly GuardedChannel[], notice: PhoneNotice): Promise<boolean> {
  for (const { notify } of channels) {
    const isSent = await notify?.(notice).then(
      () => true,
      () => false,
    );
    if (isSent === true) return true;
  }
  return false;
}

async function attempt(channel: GuardedChannel, message: OtpMessage): Promise<Outcome> {
  try {
    await channel.send(message);
    return 'sent';
  } catch (error) {
    return error instanceof ChannelFailure ? error : new ChannelFailure('unexpected');
  }
}

/** The loggable fields: neither the code nor credentials nor the provider's text. */
function failureFields(channel: string, { phone }: OtpMessage, { reason, status, networkCode }: ChannelFailure): object {
  return { channel, phone: maskPhone(phone), reason, status, networkCode };
}

function logBreakerChanges(channels: readonly GuardedChannel[], log: Logger): void {
  for (const { name: channel, breaker } of channels) {
    breaker.onChange((state) => {
      if (state === 'open') log.warn({ channel, state }, 'OTP channel breaker opened: the channel is skipped for a while');
      else log.info({ channel, state }, 'OTP channel breaker changed: the channel is tried again');
    });
  }
}

/** Metrics of deliveries and breakers. When there are workers, a state's value is the number of processes in it. */
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
