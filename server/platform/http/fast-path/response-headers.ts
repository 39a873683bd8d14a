import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** What the rate limits and others write headers to; Express's response is one. */
export interface HeaderSink {
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  getHeader(name: string): unknown;
  append(name: string, value: string): unknown;
}

/**
 * The headers of an answer, gathered while it is made and written at once with its status: set one by one on the response they
 * cost a tenth of a whole cached read.
 */
export class AnswerHeaders implements HeaderSink {
  readonly headersSent = false;
  readonly all: Record<string, string> = {};

  setHeader(name: string, value: string): void {
    this.all[name] = value;
  }

  getHeader(name: string): string | undefined {
    return this.all[name];
  }

  append(name: string, value: string): void {
    const before = this.all[name];
    this.all[name] = before === undefined ? value : `${before}, ${value}`;
  }
}

/**
 * What helmet puts on every answer of the API, taken down once. Nothing but JSON leaves it: a browser that is tricked into
 * showing an answer may load nothing. What means something for pages alone is left out; the docs page has a policy of its own.
 */
export const API_POLICY: Readonly<Record<string, string>> = headersOf(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

/** The same as a flat list, name after value. */
export const API_POLICY_LINES: readonly string[] = Object.entries(API_POLICY).flat();

/** The headers that a helmet of fixed options sets, whatever the request. */
export function headersOf(policy: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {};
  const recorder = { setHeader: (name: string, value: string) => (headers[name] = value), removeHeader: () => {} };
  policy({} as IncomingMessage, recorder as unknown as ServerResponse, () => {});
  return headers;
}
