import type { ServerResponse } from 'node:http';
import { SMS_TAKEN, sendJson, whatsappTaken } from './provider-apis.ts';

/**
 * How a provider fails: port closed, no answer, 500, 429, 200 with a page, a redirect, a body of 10 MB, an answer whose body
 * stops halfway, an answer of a gigabyte, a message that is taken while the answer is lost, or refused for its recipient (400).
 */
export type Breakage = 'refuse' | 'hang' | 'error' | 'throttle' | 'html' | 'redirect' | 'huge' | 'stall' | 'endless' | 'lost' | 'reject';

const HUGE_BYTES = 10_000_000;
const GIGABYTE = 1024 ** 3;
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
  endless: answerEndlessly,
};

/** Writes a gigabyte, as fast as the other side reads it. */
export function answerEndlessly(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, ' ');
  let written = 0;
  const write = (): void => {
    while (!response.destroyed && written < GIGABYTE) {
      written += chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', write).writeHead(200, { 'content-type': 'application/json' });
  write();
}

/** An answer that every API would take as its success if it were shorter. */
function hugeSuccess(): string {
  return JSON.stringify({ ...whatsappTaken('+966500000000'), ...SMS_TAKEN, padding: 'x'.repeat(HUGE_BYTES) });
}
