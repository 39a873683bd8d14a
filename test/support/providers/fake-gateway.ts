import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendJson } from './provider-apis.ts';

/** A request as it arrived. */
export interface GatewayCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type GatewayAnswer = (call: GatewayCall, response: ServerResponse) => void;

export interface FakeGateway {
  /** Without a slash at its end. */
  readonly url: string;
  readonly calls: GatewayCall[];
  answer: GatewayAnswer;
  close(): Promise<void>;
}

/** An HTTP server that keeps what it was sent, and answers as the test says. */
export async function startFakeGateway(answer: GatewayAnswer): Promise<FakeGateway> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      gateway.calls.push(call);
      gateway.answer(call, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const gateway: FakeGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return gateway;
}

/** Unifonic's `POST /rest/SMS/messages`, as https://docs.unifonic.com/reference/sms-api describes it. */
export function unifonic(appSid: string): GatewayAnswer {
  return ({ method, url, headers, body }, response) => {
    if (method !== 'POST' || url !== '/rest/SMS/messages') return sendJson(response, 404, {});
    const fault = unifonicFault(new URLSearchParams(body), headers['content-type'] ?? '', appSid);
    if (fault !== null) return sendJson(response, 200, { success: false, ...fault, data: {} });
    sendJson(response, 200, {
      success: true,
      message: '',
      errorCode: 'ER-00',
      data: { MessageID: 42_000_348_806_924, Status: 'Sent', NumberOfUnits: 1, Cost: 0, Balance: 0, CurrencyCode: '' },
    });
  };
}

function unifonicFault(form: URLSearchParams, contentType: string, appSid: string): { message: string; errorCode: string } | null {
  if (!contentType.startsWith('application/x-www-form-urlencoded') || form.get('AppSid') !== appSid)
    return { message: 'Authentication failed', errorCode: 'ER-01' };
  if (!/^[1-9]\d{9,14}$/.test(form.get('Recipient') ?? '')) return { message: 'Dest num is too short', errorCode: 'ER-04' };
  if ((form.get('SenderID') ?? '') === '' || (form.get('Body') ?? '') === '') return { message: 'Missing parameter', errorCode: 'ER-02' };
  return null;
}
