import assert from 'node:assert/strict';
import { OPENAPI_EXAMPLES } from '../../../server/boot/openapi-examples.ts';
import { servedRows } from '../../support/documents/inventory.ts';
import { recordExamples } from '../../support/examples/write.ts';
import { authClient, checkShape } from '../../support/requests/client.ts';
import { startServer } from '../../support/server.ts';

describe('the examples of the API reference', () => {
  const endpoints = servedRows().map(({ endpoint }) => ({ endpoint, example: OPENAPI_EXAMPLES[endpoint.handler.name] ?? {} }));

  it('are what a fresh server answers when all are sent', async () => {
    assert.deepEqual(await recordExamples(), OPENAPI_EXAMPLES, 'run `npm run api-examples`');
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
    for (const { endpoint, example } of endpoints) {
      const name = endpoint.handler.name;
      assert.equal('body' in example, endpoint.body !== undefined, `${name}: body`);
      assert.equal('answer' in example, endpoint.reply !== null, `${name}: answer`);
    }
  });

  it('match the schemas of their endpoints', () => {
    for (const { endpoint, example } of endpoints) {
      if (endpoint.body !== undefined) assert.equal(endpoint.body.validate(example.body).error, undefined, endpoint.handler.name);
      if (endpoint.reply !== null) checkShape(endpoint.reply, example.answer, endpoint.handler.name);
      if (example.dryRun !== undefined) checkShape(endpoint.dryRunReply ?? assert.fail(), example.dryRun, endpoint.handler.name);
    }
  });
});

function bodyOf(operationId: string): Record<string, unknown> {
  return { ...Object(OPENAPI_EXAMPLES[operationId]?.body) };
}
