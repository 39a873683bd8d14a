import { admin } from '../../support/requests/client.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import type { TestServer } from '../../support/server.ts';
import { PASSWORD } from '../support.ts';

export const WRONG = 'another horse battery';
export const NOBODY = '401 no_active_account';
export const LOCKED = '429 account_locked';

export interface OperatorRow {
  readonly id: number;
  readonly username: string;
}

export interface SignIn {
  readonly username: string;
  readonly password?: string;
  /** Where the proxy saw the request come from. */
  readonly from?: string;
  /** The token of a known device. */
  readonly device?: string | undefined;
}

let count = 0;

/** An operator that no other test of this process uses. */
export async function newOperator(server: TestServer, values: object = {}, projectId = 11): Promise<OperatorRow> {
  count += 1;
  const body = { username: `Keeper-${count}`, password: PASSWORD, role: 'staff', ...values };
  return (await admin(server).post(`/admin/projects/${projectId}/operators`, body).expect(201)).body;
}

/** An address that no other call of this process got. */
export function newAddress(): string {
  count += 1;
  return `198.${18 + (count >> 16)}.${(count >> 8) & 255}.${count & 255}`;
}

/** Signs in through a proxy; the server needs `TRUST_PROXY=1`. */
export function signIn({ url }: Pick<TestServer, 'url'>, { username, password = PASSWORD, from, device }: SignIn): Promise<Answer> {
  const headers = {
    ...(from === undefined ? {} : { 'X-Forwarded-For': from }),
    ...(device === undefined ? {} : { 'X-Diwan-Device': device }),
  };
  return ask(url, '/api/v1/auth/auth/token', { method: 'POST', headers, body: { username, password } });
}

/** `200`, or the status and the code of the refusal. */
export async function outcomeOf(server: Pick<TestServer, 'url'>, attempt: SignIn): Promise<string> {
  const answer = await signIn(server, attempt);
  return answer.status === 200 ? '200' : refusal(answer);
}

/** Signs in and returns the token of the device. */
export async function deviceOf(server: Pick<TestServer, 'url'>, attempt: SignIn): Promise<string> {
  const answer = await signIn(server, attempt);
  if (answer.status !== 200) throw new Error(refusal(answer));
  return String(answer.headers['x-diwan-device']);
}

/** More at once would make a busy machine refuse some before it looks at them. */
const AT_ONCE = 4;

/** Sends wrong passwords from many addresses, a few addresses at once and each one in sequence. Counts the answers. */
export async function attack(
  server: Pick<TestServer, 'url'>,
  username: string,
  { addresses, each }: { addresses: readonly string[]; each: number },
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  const waiting = [...addresses];
  const attacker = async (): Promise<void> => {
    for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
      for (let turn = 0; turn < each; turn += 1) {
        const outcome = await outcomeOf(server, { username, password: WRONG, from });
        answers[outcome] = (answers[outcome] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attacker));
  return answers;
}

export function newAddresses(number: number): string[] {
  return Array.from({ length: number }, newAddress);
}
