import { readConfig } from '../../../server/config/read-config.ts';
import type { Environment } from '../../../server/config/types.ts';
import { createOtpDelivery, type DeliveryOptions, type OtpDelivery, type OtpMessage } from '../../../server/platform/messaging/delivery.ts';
import { Metrics } from '../../../server/platform/observe/metrics.ts';
import { type MemoryLog, memoryLog } from '../memory-log.ts';
import type { FakeProviders } from './fake-providers.ts';

export interface DeliveryUnderTest {
  readonly delivery: OtpDelivery;
  readonly log: MemoryLog;
  /** The value of a series in the notation of /metrics, without the prefix; 0 if there is none. */
  metric(series: string): Promise<number>;
  metricsText(): Promise<string>;
}

export interface UnderTest {
  readonly env?: Environment;
  /** The time-out of one channel, in seconds. */
  readonly patience?: number;
  readonly breakerTimes?: NonNullable<DeliveryOptions['breakerTimes']>;
}

export const MESSAGE: OtpMessage = {
  projectId: 11,
  country: 'SA',
  phone: '+966501234567',
  code: '482913',
  language: 'en',
  sms: { androidHash: null, webDomain: null },
  ttlSeconds: 300,
};

/** A delivery over the fake providers, with its own breakers, log and metrics. */
export function deliveryOn(providers: FakeProviders, { env = {}, patience = 2, breakerTimes }: UnderTest = {}): DeliveryUnderTest {
  const config = readConfig({ NODE_ENV: 'test', ...providers.env, ...env });
  const log = memoryLog();
  const metrics = new Metrics();
  const patient = { ...config, otp: { ...config.otp, channelTimeoutSeconds: patience } };
  const options = breakerTimes === undefined ? { metrics } : { metrics, breakerTimes };
  const metricsText = (): Promise<string> => metrics.registry.metrics();
  return {
    delivery: createOtpDelivery(patient, log.log, options),
    log,
    metricsText,
    metric: async (series) => {
      const line = (await metricsText()).split('\n').find((one) => one.startsWith(`diwan_${series} `));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
  };
}
