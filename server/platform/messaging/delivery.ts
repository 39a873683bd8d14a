import type { Config } from '../../config/types.ts';
import { maskPhone } from '../mask.ts';
import type { Logger } from '../observe/logger.ts';
import type { Metrics } from '../observe/metrics.ts';
import { BREAKER_TIMES, type BreakerTimes, ChannelBreaker } from './breaker.ts';
import { ChannelFailure, type ChannelKind } from './channel.ts';
import { countDeliveries, type Outcome } from './delivery-metrics.ts';
import type { Destination, OtpMessage, PhoneNotice } from './message.ts';
import type { ConnectOptions, Provider } from './providers/provider-type.ts';
import type { Receipts } from './receipts/receipt.ts';
import { readMessaging } from './routes/read-messaging.ts';
import { findRoute, type Route, routesOf } from './routes/route.ts';

export type { ChannelKind } from './channel.ts';
export type { MessageLanguage, OtpMessage } from './message.ts';

/** Sends codes over the channels of a route, in order, until one accepts the message. */
export interface OtpDelivery {
  /** How codes of the project may be sent, the preferred way first. */
  channelsOf(projectId: number): ChannelKind[];
  /** The first channel for the number, known or not. */
  channelFor(destination: Omit<Destination, 'phone'>): ChannelKind;
  /** The providers of the project that this process leaves out for now, because most of their recent calls failed. */
  pausedFor(projectId: number): string[];
  /** Seconds after which a code for the number that was not delivered is sent the next way; null where it is not. */
  fallbackSecondsFor(destination: Omit<Destination, 'phone'>): number | null;
  /** @throws DeliveryFailed when no channel accepted the message */
  send(message: OtpMessage): Promise<AcceptedMessage>;
  /**
   * Sends by the channels that follow a provider in the route.
   * @throws DeliveryFailed when none of them accepted the message
   */
  sendAfter(provider: string, message: OtpMessage): Promise<AcceptedMessage>;
  /** Whether one of the channels that can send a notice accepted it. Never rejects. */
  notify(notice: PhoneNotice): Promise<boolean>;
  /** The providers that report what happens to messages, by name. */
  readonly receipts: ReadonlyMap<string, Receipts>;
}

/** A message that a provider has taken. */
export interface AcceptedMessage {
  /** The name of the provider. */
  readonly provider: string;
  /** The provider's id of it; null when the provider does not report what happens to messages. */
  readonly messageId: string | null;
  /** When the next channel takes its place unless it is delivered; null for never. */
  readonly fallbackSeconds: number | null;
}

/** Every channel failed; the log has the reason of each. */
export class DeliveryFailed extends Error {}

export type DeliveryConfig = Pick<Config, 'env' | 'otp' | 'messaging' | 'publicUrl'>;

/** The path at which the server takes the receipts of a provider; the last part is the name of the provider. */
export const HOOK_PATH = '/hooks/messaging';

export interface DeliveryOptions {
  readonly metrics?: Metrics;
  readonly breakerTimes?: BreakerTimes;
}

/** @throws ConfigError when providers or routes are not valid */
export function createOtpDelivery(config: DeliveryConfig, log: Logger, options: DeliveryOptions = {}): OtpDelivery {
  const { providers, routes } = connectedRoutes(config, options.breakerTimes);
  const count = countDeliveries(providers, options.metrics);
  logBreakerChanges(providers, log);
  return {
    channelsOf: (projectId) => [...new Set(routesOf(routes, projectId).flatMap(({ channels }) => channels.map(({ kind }) => kind)))],
    channelFor: (destination) => findRoute(routes, destination).channels[0]?.kind ?? 'other',
    pausedFor: (projectId) => {
      const open = routesOf(routes, projectId).flatMap(({ channels }) => channels.filter(({ breaker }) => breaker.state === 'open'));
      return [...new Set(open.map(({ name }) => name))];
    },
    fallbackSecondsFor: (destination) => {
      const { channels, fallbackAfterSeconds } = findRoute(routes, destination);
      return channels.length > 1 && channels[0]?.receipts !== null ? fallbackAfterSeconds : null;
    },
    send: (message) => sendFrom(0, message),
    sendAfter: (provider, message) => {
      const at = findRoute(routes, message).channels.findIndex(({ name }) => name === provider);
      return sendFrom(at < 0 ? Number.POSITIVE_INFINITY : at + 1, message);
    },
    notify: (notice) => notifyByFirst(findRoute(routes, notice).channels, notice),
    receipts: new Map(providers.flatMap(({ name, receipts }) => (receipts === null ? [] : [[name, receipts]]))),
  };

  async function sendFrom(first: number, message: OtpMessage): Promise<AcceptedMessage> {
    const { channels, fallbackAfterSeconds } = findRoute(routes, message);
    const accepted = await sendByFirst(channels.slice(first), message, (channel, outcome) => {
      count(channel, outcome);
      if (outcome instanceof ChannelFailure) log.warn(failureFields(channel, message, outcome), 'OTP channel failed');
    });
    if (accepted === null) throw new DeliveryFailed('No channel accepted the code.');
    const { channel, messageId } = accepted;
    const hasNext = channels.at(-1) !== channel;
    return { provider: channel.name, messageId, fallbackSeconds: messageId !== null && hasNext ? fallbackAfterSeconds : null };
  }
}

/** A provider that is in use. Its breaker is the same in all routes. */
interface ConnectedProvider {
  readonly name: string;
  readonly breaker: ChannelBreaker;
  readonly receipts: Receipts | null;
}

interface GuardedChannel extends ConnectedProvider {
  readonly kind: ChannelKind;
  /** Resolves to the provider's id of the message. */
  send(message: OtpMessage): Promise<string | null>;
  readonly notify: ((notice: PhoneNotice) => Promise<unknown>) | null;
}

interface ConnectedRoute extends Pick<Route, 'match' | 'fallbackAfterSeconds'> {
  readonly channels: readonly GuardedChannel[];
}

function connectedRoutes(config: DeliveryConfig, times?: BreakerTimes): { providers: ConnectedProvider[]; routes: ConnectedRoute[] } {
  const { providers, routes } = readMessaging(config);
  const used = new Set(routes.flatMap(({ channels }) => channels.map(({ provider }) => provider)));
  const connected = new Map(
    [...used].flatMap((name) => {
      const provider = providers.get(name);
      const hookUrl = config.publicUrl === null ? null : `${config.publicUrl}${HOOK_PATH}/${name}`;
      const options = { budgetSeconds: config.otp.channelTimeoutSeconds, hookUrl, times };
      return provider === undefined ? [] : [[name, connect(name, provider, options)]];
    }),
  );
  return {
    providers: [...connected.values()],
    routes: routes.map(({ match, channels, fallbackAfterSeconds }) => ({
      match,
      fallbackAfterSeconds,
      channels: channels.flatMap(({ provider, sender }) => connected.get(provider)?.from(sender) ?? []),
    })),
  };
}

interface Connection extends ConnectedProvider {
  /** The channel that sends by this sender, or by the provider's own. */
  from(sender: string | null): GuardedChannel;
}

interface Connecting extends ConnectOptions {
  readonly times: BreakerTimes | undefined;
}

function connect(name: string, provider: Provider, { times = BREAKER_TIMES, ...options }: Connecting): Connection {
  const breaker = new ChannelBreaker(times);
  const channel = provider.connect(options);
  const receipts = provider.receipts(options.hookUrl);
  const { kind } = provider;
  const notify = channel.notify?.bind(channel);
  return {
    name,
    breaker,
    receipts,
    from: (sender) => ({
      name,
      kind,
      breaker,
      receipts,
      send: (message) => breaker.run(() => channel.send(message, sender)),
      notify: notify === undefined ? null : (notice) => breaker.run(() => notify(notice, sender)),
    }),
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
): Promise<{ channel: GuardedChannel; messageId: string | null } | null> {
  let skipped = 0;
  for (const channel of channels) {
    const isOnlyChance = skipped === channels.length - 1;
    const outcome = channel.breaker.allows || isOnlyChance ? await attempt(channel, message) : 'skipped';
    report(channel.name, outcome);
    if (outcome === 'skipped') skipped += 1;
    else if (!(outcome instanceof ChannelFailure)) return { channel, messageId: channel.receipts === null ? null : outcome.messageId };
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
    return { messageId: await channel.send(message) };
  } catch (error) {
    return error instanceof ChannelFailure ? error : new ChannelFailure('unexpected');
  }
}

/** The loggable fields: neither the code nor credentials nor the provider's text. */
function failureFields(channel: string, { phone }: OtpMessage, { reason, status, networkCode }: ChannelFailure): object {
  return { channel, phone: maskPhone(phone), reason, status, networkCode };
}

function logBreakerChanges(channels: readonly ConnectedProvider[], log: Logger): void {
  for (const { name: channel, breaker } of channels) {
    breaker.onChange((state) => {
      if (state === 'open') log.warn({ channel, state }, 'OTP channel breaker opened: the channel is skipped for a while');
      else log.info({ channel, state }, 'OTP channel breaker changed: the channel is tried again');
    });
  }
}
