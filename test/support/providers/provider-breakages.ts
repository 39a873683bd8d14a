import type { ServerResponse } from 'node:http';
import { SMS_TAKEN, sendJson, whatsappTaken } from './provider-apis.ts';

/**
 * How a provider fails: port closed, no answer, 500, 429, 200 with a page, a redirect, a body of 10 MB, an answer whose body
 * never ends, a message that is taken while the answer is lost, a message that is refused for its recipient (400).
 */
export type Breakage = 'refuse' | 'hang' | 'error' | 'throttle' | 'html' | 'redirect' | 'huge' | 'stall' | 'lost' | 'reject';

const HUGE_BYTES = 10_000_000;
const PAGE = '<!doctype html><title>Maintenance</title><h1>Back soon</h1>';

export const BROKEN_ANSWERS: Readonly<Record<Exclude<Breakage, 'lost'>, (response: ServerResponse) => void>> = {
  refuse: (response) => response.destroy(),
  hang: () => {},
  error: (response) => sendJson(response, 500, { error: { message: 'Internal error', code: 1 } }),
  throttle: (response) => sendJson(response, 429, { error: { message: 'Rate limit hit', code: 130_429 } }),
  reject: (response) => sendJson(response, 400, { error: { message: 'Recipient cannot be reached', code: 131_026 } }),
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  redirect: (response) => response.writeHead(307, { location: '/elsewhere' }).end(),
  huge: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(hugeSuccess()),
  stall: (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('{"messages":'),
};

/** An answer that every API would take as its success if it were shorter. */
function hugeSuccess(): string {
  return JSON.stringify({ ...whatsappTaken('+966500000000'), ...SMS_TAKEN, padding: 'x'.repeat(HUGE_BYTES) });
}
