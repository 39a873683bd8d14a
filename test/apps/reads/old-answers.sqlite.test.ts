import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock } from '../support.ts';
import { answerTo, createScene, SCENE_TIME, sceneAddresses } from './old-answers-scene.ts';

/** By address the status and a digest of headers and body, recorded before flags had targeting. */
const RECORDED: Record<string, string> = JSON.parse(readFileSync(new URL('old-answers.json', import.meta.url), 'utf8'));

describe('the reads of clients that tell nothing new', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer({ clock: movableClock(SCENE_TIME) });
    await createScene(server);
  });
  after(() => server.close());

  it('are answered byte by byte as before', async () => {
    const addresses = sceneAddresses();
    assert.ok(addresses.length >= 200);
    assert.deepEqual(addresses, Object.keys(RECORDED));
    for (const address of addresses) {
      const { line, text } = await answerTo(server, address);
      assert.equal(line, RECORDED[address], `${address}\n${text}`);
    }
  });
});
