import { DiwanError } from './errors.ts';
import type { HttpRequest } from './http.ts';
import { chain, type MaybePromise } from './platform/env.ts';
import type { SafeStorage } from './storage.ts';

const LOGOUTS = 'logouts';

/** The refresh tokens of sessions that the user has left, until the server has heard of it. */
export class Logouts {
  private readonly storage: SafeStorage;
  private readonly send: (request: HttpRequest) => Promise<unknown>;

  constructor(storage: SafeStorage, send: (request: HttpRequest) => Promise<unknown>) {
    this.storage = storage;
    this.send = send;
  }

  add(token: string): MaybePromise<void> {
    return this.storage.edit(LOGOUTS, (text) => textOf([...listOf(text), token]));
  }

  /** Ends the sessions on the server; one that it does not answer for waits for the next start. */
  async sendAll(): Promise<void> {
    for (const token of await chain(this.storage.get(LOGOUTS), listOf)) {
      try {
        await this.send({ method: 'POST', path: '/api/v2/auth/logout', body: { refresh_token: token } });
      } catch (error) {
        if (!(error instanceof DiwanError) || error.action === 'retry_later' || error.status >= 500) return;
      }
      await this.storage.edit(LOGOUTS, (text) => textOf(listOf(text).filter((other) => other !== token)));
    }
  }
}

function listOf(text: string | null): string[] {
  return text === null ? [] : text.split('\n');
}

function textOf(list: readonly string[]): string | null {
  return list.length === 0 ? null : list.join('\n');
}
