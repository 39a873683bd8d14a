import type { OpenApiExamples } from '../../../server/platform/openapi/types.ts';
import { startReceiver } from '../../platform/webhooks/receiver.ts';
import { startMailServer } from '../programs/mail-server.ts';
import { startServer } from '../server.ts';
import { Recorder } from './recorder.ts';
import { sendAll } from './steps.ts';

/** The examples of all operations, recorded on a fresh server. */
export async function recordExamples(): Promise<OpenApiExamples> {
  const smtp = await startMailServer();
  const receiver = await startReceiver();
  // without a place for streams, which never end
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com', PUBLIC_URL: 'https://diwan.example.com' };
  const server = await startServer({ env: { STREAM_CONNECTIONS: '0', WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', ...mail } });
  try {
    const recorder = new Recorder(server, { smtp, webhookUrl: receiver.url });
    await sendAll(recorder);
    return recorder.finish();
  } finally {
    await server.close();
    await smtp.close();
    await receiver.close();
  }
}
