import { apiUrl } from '../../../config/readers/network-readers.ts';
import type { Reader, Reading } from '../../../config/readers/readers.ts';
import { accept } from '../../../config/readers/readers.ts';
import type { Channel, ChannelKind } from '../channel.ts';
import { refuseAt, type Shape, text } from '../routes/shapes.ts';

/** A provider with its settings, before it is connected. */
export interface Provider {
  readonly kind: ChannelKind;
  readonly sender: SenderRule;
  /** @param budgetSeconds for one message */
  connect(budgetSeconds: number): Channel;
}

/** Whether a channel of a route names a sender; `null` where the provider has none. */
export type SenderRule = { readonly isRequired: boolean; readonly read: Reader<string> } | null;

/** One kind of provider: a row of `PROVIDER_TYPES`. */
export interface ProviderType {
  /** A sentence for people. */
  readonly prose: string;
  /** Reads the settings, without the key `type`. */
  readonly read: Shape<Provider>;
}

interface Parts<S> extends Pick<ProviderType, 'prose'> {
  readonly kind: ChannelKind;
  readonly settings: Shape<S>;
  readonly sender: (settings: S) => SenderRule;
  readonly connect: (settings: S, budgetSeconds: number) => Channel;
}

export function providerType<S>({ prose, kind, settings, sender, connect }: Parts<S>): ProviderType {
  return {
    prose,
    read: (value, place): Reading<Provider> => {
      const reading = settings(value, place);
      if (!('value' in reading)) return reading;
      return accept({ kind, sender: sender(reading.value), connect: (budgetSeconds) => connect(reading.value, budgetSeconds) });
    },
  };
}

/** The base address of an API. Codes and credentials travel in clear over http://. */
export const providerUrl: Shape<string> = (value, place) => {
  const reading = text(apiUrl)(value, place);
  const isPlain = 'value' in reading && /^http:/i.test(reading.value);
  return isPlain && !place.allowsPlainHttp ? refuseAt(place, 'expected an https:// address in production') : reading;
};
