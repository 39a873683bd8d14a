import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../../server/config/types.ts';

/** Files of providers and routes, in a folder of their own. */
export class MessagingFiles {
  readonly #folder = mkdtempSync(join(tmpdir(), 'diwan-messaging-'));
  #count = 0;

  /** The environment that names a new file with this document. */
  write(document: unknown): Environment {
    this.#count += 1;
    const file = join(this.#folder, `messaging-${this.#count}.json`);
    writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
    return { MESSAGING_FILE: file };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
