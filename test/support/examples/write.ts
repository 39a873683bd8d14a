import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenApiExamples } from '../../../server/platform/openapi/types.ts';
import { startMailServer } from '../programs/mail-server.ts';
import { startServer } from '../server.ts';
import { Recorder } from './recorder.ts';
import { sendAll } from './steps.ts';

const EXAMPLES_FILE = path.join(import.meta.dirname, '../../../server/boot/openapi-examples.ts');

const HEAD = `import type { OpenApiExamples } from '../platform/openapi/types.ts';

/** Recorded on a real server by \`npm run api-examples\`; a test sends every request again and compares. Do not edit. */
export const OPENAPI_EXAMPLES: OpenApiExamples = `;

/** The examples of all operations, recorded on a fresh server. */
export async function recordExamples(): Promise<OpenApiExamples> {
  const smtp = await startMailServer();
  // without a place for streams, which never end
  const server = await startServer({ env: { STREAM_CONNECTIONS: '0', SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' } });
  try {
    const recorder = new Recorder(server, { smtp });
    await sendAll(recorder);
    return recorder.finish();
  } finally {
    await server.close();
    await smtp.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(EXAMPLES_FILE, `${HEAD}${JSON.stringify(await recordExamples(), null, 2)};\n`);
}
