import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { checkErrorBody } from './requests/client.ts';
import { tally } from './requests/key-access.ts';

export interface RaceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under `/api/v1`. */
  readonly path: string;
  readonly body?: unknown;
  /** Beside those of all calls. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RaceAnswer {
  readonly status: number;
  /** Parsed; empty when there is none. */
  readonly body: Record<string, unknown>;
  /** The milliseconds until it was there. */
  readonly ms: number;
}

export interface Race {
  /**
   * Sends all calls at once, each on a separate open socket. The answers are in the order of the calls. A call that waited for its turn
   * in vain, as happens on a slow machine, has changed nothing and is sent again, as by a client.
   */
  run(calls: readonly RaceCall[]): Promise<RaceAnswer[]>;
  /** The same, but each call is sent once. */
  runOnce(calls: readonly RaceCall[]): Promise<RaceAnswer[]>;
  close(): void;
}

/** Less than the shortest wait after which a server refuses a request as unavailable; a refusal for another reason comes sooner. */
const WAITED_MS = 1_400;
/** Less than the deadline of a request. */
const LATE_MS = 2_300;

/** Opens `size` sockets to the server and keeps them, so that the calls race, without handshakes. */
export async function openRace(server: { url: string }, size: number, headers: Readonly<Record<string, string>> = {}): Promise<Race> {
  const agent = new Agent({ keepAlive: true, maxSockets: size, maxFreeSockets: size });
  const ask = (address: string, call: Omit<RaceCall, 'path'>) => exchange(address, call, { agent, headers });
  await Promise.all(Array.from({ length: size }, () => ask(`${server.url}/healthz`, { method: 'GET' })));
  const runOnce = (calls: readonly RaceCall[]) => Promise.all(calls.map((call) => ask(`${server.url}/api/v1${call.path}`, call)));
  const runOne = async (call: RaceCall): Promise<RaceAnswer> => {
    const [answer] = (await runOnce([call])) as [RaceAnswer];
    return answer.ms >= WAITED_MS && isRefused(answer, 'unavailable') ? runOne(call) : answer;
  };
  return {
    run: (calls) => Promise.all(calls.map(runOne)),
    runOnce,
    close: () => agent.destroy(),
  };
}

/** Sends all calls at once with the platform key, on sockets of their own. */
export async function raceAsAdmin(server: { url: string; apiKey: string }, calls: readonly RaceCall[]): Promise<RaceAnswer[]> {
  const race = await openRace(server, calls.length, { 'X-Api-Key': server.apiKey });
  return race.run(calls).finally(() => race.close());
}

/**
 * Asserts how often each status was answered. On a slow machine an answer may report at the deadline that the outcome is unknown; then it
 * counts as any of the expected ones.
 */
export function expectTally(answers: readonly RaceAnswer[], expected: Readonly<Record<number, number>>): void {
  const known = answers.filter((answer) => !isUnknown(answer));
  const counts = tally(known);
  const missing = Object.entries(expected).map(([status, count]) => count - (counts[Number(status)] ?? 0));
  const isPossible =
    missing.every((count) => count >= 0) && missing.reduce((sum, count) => sum + count, 0) === answers.length - known.length;
  if (!isPossible || Object.keys(counts).some((status) => !(status in expected))) assert.deepEqual(tally(answers), expected);
}

/** Asserts that one request got the status `won`, or perhaps a late one whose outcome is unknown, and all others one of `lost`. */
export function expectOneWinner(answers: readonly RaceAnswer[], won: number, lost: readonly number[]): void {
  const known = answers.filter((answer) => !isUnknown(answer));
  const winners = known.filter(({ status }) => status === won).length;
  const isPossible = winners === 1 || (winners === 0 && known.length < answers.length);
  assert.ok(isPossible && known.every(({ status }) => status === won || lost.includes(status)), JSON.stringify(tally(answers)));
}

function isUnknown(answer: RaceAnswer): boolean {
  return answer.ms >= LATE_MS && isRefused(answer, 'outcome_unknown');
}

function isRefused({ status, body }: RaceAnswer, code: string): boolean {
  return status === 503 && body['code'] === code;
}

/** `times` calls that `call` makes of their index. */
export function repeat(times: number, call: (index: number) => RaceCall): RaceCall[] {
  return Array.from({ length: times }, (_, index) => call(index));
}

interface Line {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
}

async function exchange(address: string, call: Omit<RaceCall, 'path'>, line: Line): Promise<RaceAnswer> {
  const startedAt = performance.now();
  const { status, text } = await send(address, call, line);
  const ms = performance.now() - startedAt;
  const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  if (status >= 400) checkErrorBody(status, body);
  return { status, body, ms };
}

function send(address: string, call: Omit<RaceCall, 'path'>, line: Line): Promise<{ status: number; text: string }> {
  const { method, body, headers: own } = call;
  const { agent, headers } = line;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const type = payload === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) };
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, agent, headers: { ...headers, ...own, ...type } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // the server may have closed a socket that was idle for long
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(address, call, line));
      else reject(error);
    });
    sent.end(payload);
  });
}
