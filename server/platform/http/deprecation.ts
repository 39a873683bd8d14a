import type { AnswerHeaders } from './fast-path/response-headers.ts';

/** An endpoint that will be removed: since when clients should leave it, and when it may end. Both are days, such as `2026-11-23`. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
}

/** Announces the removal on every answer of the endpoint, refusals too (RFC 9745 and RFC 8594). */
export function announceRemoval({ since, sunset }: Deprecation, headers: AnswerHeaders): void {
  headers.setHeader('Deprecation', `@${Date.parse(since) / 1000}`);
  headers.setHeader('Sunset', new Date(sunset).toUTCString());
}
