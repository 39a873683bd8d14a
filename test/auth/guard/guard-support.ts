import assert from 'node:assert/strict';
import type { OtpSettings } from '../../../server/domain/project-settings.ts';
import type { AuthProject } from '../../../server/services/auth/auth.ts';
import type { SendCodeInput } from '../../../server/services/auth/otp/send-code.ts';
import { type OtpMachine, startOtpMachine } from '../attempts/otp-support.ts';
import { outcomeOf } from '../support.ts';

/** Codes that are asked for from many addresses. */
export interface Crowd {
  readonly otp: OtpMachine;
  /** Resolves to `sent`, or to status and code of the refusal. */
  ask(phone: string, from?: string, input?: Partial<SendCodeInput>): Promise<string>;
  /** Asks for a code and enters it. */
  use(phone: string, from?: string): Promise<void>;
  project(settings: Partial<OtpSettings>): AuthProject;
  newAddress(): string;
  /** A number of a country that shares no prefix with the others. */
  readonly newPhone: ReturnType<typeof phoneMaker>;
}

/** Mobile numbers by country: the digits before a running number and four last digits. */
const NUMBERS = { SA: '+9665', AE: '+97150', EG: '+2010', JO: '+96279' } as const;
const DIGITS: Readonly<Record<keyof typeof NUMBERS, number>> = { SA: 4, AE: 3, EG: 4, JO: 3 };

/** The server has no cooldown, so that only the guard refuses. */
export async function startCrowd(env: Record<string, string> = {}): Promise<Crowd> {
  const otp = await startOtpMachine({ OTP_GUARD: 'enforce', OTP_COOLDOWN_SECONDS: '0', ...env });
  const newAddress = addressMaker();
  const send = (phone: string, from: string, input: Partial<SendCodeInput> = {}) =>
    otp.send(phone, input, { ...otp.context(), address: from });
  return {
    otp,
    newAddress,
    ask: async (phone, from = newAddress(), input = {}) =>
      (await outcomeOf(send(phone, from, input).then(() => 'sent'))).split(' ').slice(0, 2).join(' '),
    use: async (phone, from = newAddress()) => {
      await send(phone, from);
      await otp.check(phone, await otp.auth.providers.codeFor(phone));
    },
    project: (settings) => ({ ...otp.project, settings: { ...otp.project.settings, otp: { ...otp.project.settings.otp, ...settings } } }),
    newPhone: phoneMaker(),
  };
}

/** Makes addresses that share no network. */
export function addressMaker(): () => string {
  let addresses = 0;
  return () => {
    addresses += 1;
    return `10.${Math.floor(addresses / 250)}.${addresses % 250}.7`;
  };
}

/** Makes mobile numbers of a country that share no prefix. */
export function phoneMaker(): (country?: keyof typeof NUMBERS) => string {
  let phones = 0;
  return (country = 'SA') => {
    phones += 1;
    return `${NUMBERS[country]}${String(phones).padStart(DIGITS[country], '0')}1234`;
  };
}

/** Asks for codes until one is refused, and checks how many were sent before. */
export async function expectPlaces(places: number, ask: (index: number) => Promise<string>): Promise<void> {
  for (let sent = 0; sent < places; sent += 1) assert.equal(await ask(sent), 'sent', `code ${sent + 1} of ${places}`);
  assert.equal(await ask(places), '429 otp_budget');
}
