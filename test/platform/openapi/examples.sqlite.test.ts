import assert from 'node:assert/strict';
import { jsonOf } from '../../../server/platform/http/endpoint.ts';
import type { OpenApiExamples } from '../../../server/platform/openapi/types.ts';
import { describeApi, recordedApi } from '../../support/api-document.ts';

import { servedRows } from '../../support/documents/inventory.ts';
import { recordExamples } from '../../support/examples/record.ts';
import { authClient, checkShape } from '../../support/requests/client.ts';
import { startServer } from '../../support/server.ts';

describe('the examples of the API reference', () => {
  let examples: OpenApiExamples;
  before(async () => {
    examples = await recordExamples();
  });

  const bodyOf = (operationId: string) => ({ ...Object(examples[operationId]?.body) });
  const examplesOfEndpoints = () => servedRows().map(({ endpoint }) => ({ endpoint, example: examples[endpoint.handler.name] ?? {} }));

  it('are in docs/openapi.json, which describes the endpoints as they are', () => {
    const described: unknown = JSON.parse(JSON.stringify(describeApi(examples)));
    assert.deepEqual(recordedApi(), described, 'run `npm run api`');
  });

  it('register a user on a server with the test phone', async () => {
    const { phone, otp } = bodyOf('verifyRegistration');
    const server = await startServer({ env: { TEST_PHONES: `${phone}=${otp}` } });
    try {
      await authClient(server).post('/register-init', bodyOf('sendRegistrationCode')).expect(200);
      await authClient(server).post('/register-verify', bodyOf('verifyRegistration')).expect(201);
      await authClient(server).post('/login', bodyOf('loginWithPassword')).expect(200);
    } finally {
      await server.close();
    }
  });

  it('exist for every request body and every success', () => {
    for (const { endpoint, example } of examplesOfEndpoints()) {
      const name = endpoint.handler.name;
      assert.equal('body' in example, endpoint.body !== undefined, `${name}: body`);
      assert.equal('answer' in example, jsonOf(endpoint.reply) !== null, `${name}: answer`);
    }
  });

  it('match the schemas of their endpoints', () => {
    for (const { endpoint, example } of examplesOfEndpoints()) {
      if (endpoint.body !== undefined) assert.equal(endpoint.body.validate(example.body).error, undefined, endpoint.handler.name);
      const reply = jsonOf(endpoint.reply);
      if (reply !== null) checkShape(reply, example.answer, endpoint.handler.name);
      if (example.dryRun !== undefined) checkShape(endpoint.dryRunReply ?? assert.fail(), example.dryRun, endpoint.handler.name);
    }
  });
});
