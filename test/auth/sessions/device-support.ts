import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import type { TestServer } from '../../support/server.ts';
import { type AuthServer, newPhone, PASSWORD, type RegisteredUser, register } from '../support.ts';

/** A user with the token of the device that was registered from. */
export interface DeviceUser extends RegisteredUser {
  readonly device: string;
}

export interface FromDevice {
  readonly device?: string | null | undefined;
  /** Where the proxy saw the request come from; the server needs `TRUST_PROXY=1`. */
  readonly from?: string;
  readonly token?: string;
}

export const WRONG = 'another horse battery';
/** No code that a test gets has these digits. */
export const WRONG_CODE = '0000000';

/** Sends a POST to phone auth, from a device or from a stranger. */
export function postFrom(
  { url }: Pick<TestServer, 'url'>,
  path: string,
  { body, device, from, token }: FromDevice & { body: object },
): Promise<Answer> {
  const headers = {
    ...(device === undefined || device === null ? {} : { 'X-Diwan-Device': device }),
    ...(from === undefined ? {} : { 'X-Forwarded-For': from }),
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  return ask(url, `/api/v2/auth${path}`, { method: 'POST', headers, body });
}

/** `200`, or status and code of the refusal. */
export function outcome(answer: Answer): string {
  return answer.status < 300 ? String(answer.status) : refusal(answer);
}

/** The outcome of a request that is sent again while the machine is too busy: such a refusal has changed nothing. */
export async function patientOutcome(send: () => Promise<Answer>): Promise<string> {
  for (;;) {
    const answered = outcome(await send());
    if (answered !== '503 unavailable') return answered;
  }
}

export function deviceOf(answer: Answer): string {
  return String(answer.headers['x-diwan-device']);
}

export async function loginFrom(server: TestServer, phone: string, by: FromDevice & { password?: string } = {}): Promise<Answer> {
  return postFrom(server, '/login', { ...by, body: { phone, password: by.password ?? PASSWORD } });
}

/** Signs in by password and returns the token of the device. */
export async function newDevice(server: TestServer, phone: string): Promise<string> {
  const answer = await loginFrom(server, phone);
  if (answer.status !== 200) throw new Error(refusal(answer));
  return deviceOf(answer);
}

export async function newDeviceUser({ server, providers }: AuthServer): Promise<DeviceUser> {
  const user = await register(server, providers, newPhone(), { password: PASSWORD });
  return { ...user, device: await newDevice(server, user.phone) };
}

/** The code of a send that is answered 200, once it has arrived. */
export async function codeFrom({ server, providers }: AuthServer, phone: string, by: FromDevice = {}): Promise<string> {
  const answer = await postFrom(server, '/send-otp', { ...by, body: { phone } });
  if (answer.status !== 200) throw new Error(refusal(answer));
  return providers.codeFor(phone);
}
