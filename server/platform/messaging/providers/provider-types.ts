import { consoleType } from './console.ts';
import { httpType } from './http.ts';
import type { ProviderType } from './provider-type.ts';
import { twilioType } from './twilio.ts';
import { whatsappType } from './whatsapp.ts';

/** Every kind of provider, by its name in MESSAGING_FILE. */
export const PROVIDER_TYPES: Readonly<Record<string, ProviderType>> = {
  whatsapp: whatsappType,
  twilio: twilioType,
  http: httpType,
  console: consoleType,
};
