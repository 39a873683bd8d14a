import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** The target that rate limits and others write headers to; Express's response is one. */
export interface HeaderSink {
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  getHeader(name: string): unknown;
  append(name: string, value: string): unknown;
  removeHeader(name: string): unknown;
}

/**
 * The headers of an answer, collected while it is prepared and written at once with its status. They are few, so a list is quicker than
 * an object.
 */
export class AnswerHeaders implements HeaderSink {
  readonly headersSent = false;
  /** Names and values in turn. */
  readonly list: string[] = [];

  get all(): Record<string, string> {
    const { list } = this;
    return Object.fromEntries(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? '']] : [])));
  }

  setHeader(name: string, value: string): void {
    const index = this.#indexOf(name);
    if (index === -1) this.list.push(name, value);
    else this.list[index + 1] = value;
  }

  getHeader(name: string): string | undefined {
    const index = this.#indexOf(name);
    return index === -1 ? undefined : this.list[index + 1];
  }

  append(name: string, value: string): void {
    const index = this.#indexOf(name);
    if (index === -1) this.list.push(name, value);
    else this.list[index + 1] += `, ${value}`;
  }

  removeHeader(name: string): void {
    const index = this.#indexOf(name);
    if (index !== -1) this.list.splice(index, 2);
  }

  #indexOf(name: string): number {
    const { list } = this;
    for (let index = 0; index < list.length; index += 2) if (list[index] === name) return index;
    return -1;
  }
}

/** The header by which every answer names the version of the server. */
export const VERSION_HEADER = 'X-Diwan-Version';

/** A response that is never sent. Node's own list of headers has lost their upper-case letters. */
class HeaderRecorder extends ServerResponse {
  readonly recorded: Record<string, string> = {};

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.recorded[name] = String(value);
    return super.setHeader(name, value);
  }
}

/** For clients that do not know `frame-ancestors`; the same answer as that. */
const NO_FRAMES = { action: 'deny' } as const;

/**
 * The headers that helmet sets on every answer of the API, read once. The API sends only JSON, so a browser that displays an answer may
 * load nothing. Headers that only concern pages are left out; the docs page has its own policy.
 */
export const API_POLICY: Readonly<Record<string, string>> = headersOf(
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    frameguard: NO_FRAMES,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

/** The headers that helmet sets on a page with this content policy. No page may be shown in a frame. */
export function pageHeaders(directives: Readonly<Record<string, Iterable<string>>>): Record<string, string> {
  return headersOf(helmet({ contentSecurityPolicy: { useDefaults: false, directives: { ...directives } }, frameguard: NO_FRAMES }));
}

/** The headers that helmet sets with fixed options, which do not depend on the request. */
function headersOf(policy: ReturnType<typeof helmet>): Record<string, string> {
  const response = new HeaderRecorder(new IncomingMessage(new Socket()));
  policy(response.req, response, () => {});
  return response.recorded;
}
