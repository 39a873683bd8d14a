import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenApiDocument } from '../../server/platform/openapi/types.ts';

/** Calls `use` with the path of a file that holds the document, alone in a folder that is deleted afterwards. */
export async function withDocument<T>(document: OpenApiDocument, use: (api: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-api-'));
  try {
    const api = path.join(folder, 'openapi.json');
    writeFileSync(api, `${JSON.stringify(document, null, 2)}\n`);
    return await use(api);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
