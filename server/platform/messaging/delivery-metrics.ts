import type { Metrics } from '../observe/metrics.ts';
import { BREAKER_STATES, type ChannelBreaker } from './breaker.ts';
import { ChannelFailure } from './channel.ts';

/** The end of one attempt: the provider's id of the message that it took, or the reason why none was taken. */
export type Outcome = { readonly messageId: string | null } | 'skipped' | ChannelFailure;

/** Metrics of deliveries and breakers. When there are workers, a state's value is the number of processes in it. */
export function countDeliveries(
  channels: readonly { readonly name: string; readonly breaker: ChannelBreaker }[],
  metrics: Metrics | undefined,
): (channel: string, outcome: Outcome) => void {
  if (metrics === undefined) return () => {};
  const counter = metrics.counter('otp_deliveries_total', 'Attempts to deliver a code, by channel and outcome.', ['channel', 'outcome']);
  metrics.gauges('otp_channel_breaker', 'Whether the breaker of a channel is in a state (1) or not (0).', ['channel', 'state'], () =>
    channels.flatMap(({ name, breaker }) =>
      BREAKER_STATES.map((state) => ({ labels: { channel: name, state }, value: breaker.state === state ? 1 : 0 })),
    ),
  );
  return (channel, outcome) => counter.inc({ channel, outcome: nameOf(outcome) });
}

function nameOf(outcome: Outcome): string {
  if (outcome === 'skipped') return outcome;
  return outcome instanceof ChannelFailure ? outcome.reason : 'sent';
}
