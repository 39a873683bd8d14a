import { apiUrl } from '../../../config/readers/network-readers.ts';
import type { Reader, Reading } from '../../../config/readers/readers.ts';
import { accept } from '../../../config/readers/readers.ts';
import type { Channel, ChannelKind } from '../channel.ts';
import type { Receipts } from '../receipts/receipt.ts';
import { refuseAt, type Shape, text } from '../routes/shapes.ts';

/** A provider with its settings, before it is connected. */
export interface Provider {
  readonly kind: ChannelKind;
  readonly sender: SenderRule;
  connect(options: ConnectOptions): Channel;
  /** How it reports what happens to messages; null where it does not. */
  receipts(hookUrl: string | null): Receipts | null;
}

export interface ConnectOptions {
  /** For one message. */
  readonly budgetSeconds: number;
  /** The address at which the server takes the provider's receipts; null when it does not know its own address. */
  readonly hookUrl: string | null;
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
  readonly connect: (settings: S, options: ConnectOptions) => Channel;
  /** Absent where the provider reports nothing. */
  readonly receipts?: (settings: S, hookUrl: string | null) => Receipts | null;
}

export function providerType<S>({ prose, kind, settings, sender, connect, receipts = () => null }: Parts<S>): ProviderType {
  return {
    prose,
    read: (value, place): Reading<Provider> => {
      const reading = settings(value, place);
      if (!('value' in reading)) return reading;
      const { value: read } = reading;
      return accept({
        kind,
        sender: sender(read),
        connect: (options) => connect(read, options),
        receipts: (hookUrl) => receipts(read, hookUrl),
      });
    },
  };
}

/** The base address of an API. Codes and credentials travel in clear over http://. */
export const providerUrl: Shape<string> = (value, place) => {
  const reading = text(apiUrl)(value, place);
  const isPlain = 'value' in reading && /^http:/i.test(reading.value);
  return isPlain && !place.allowsPlainHttp ? refuseAt(place, 'expected an https:// address in production') : reading;
};
