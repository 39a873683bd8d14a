import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { parseEnv } from 'node:util';
import { faultsOf } from '../support/config/config-env.ts';
import { type Block, DOCUMENTS, readDocument } from '../support/documents/document.ts';

/** Every kind of block that a test types or checks: see test/support/documents/document.ts. */
const TRIED = ['sh', 'sh server', 'sh mariadb', 'sh release', 'text answer', 'json answer', 'ini production', 'ini settings'];
/**
 * `json messaging` is read in test/platform/messaging, `nginx` runs in test/platform/http/nginx-cache, `nginx gate` in
 * test/flows/gate.nginx, `yaml prometheus` in the test of the alerts, and `ini` is for the nodes of Galera. `kotlin` is compiled and run in
 * test/client/samples.kotlin; `swift` is not, as its page says. test/client/guide runs `ts`, test/platform/webhooks/samples
 * the receivers, and test/api-tools/models `sh models`.
 */
const TRIED_ELSEWHERE: Readonly<Record<string, string>> = {
  'json messaging': 'docs/messaging.md',
  nginx: 'docs/nginx-cache.md',
  'nginx gate': 'docs/operations.md',
  'yaml prometheus': 'docs/operations.md',
  ini: 'docs/failover.md',
  'text words': 'docs/blocked-words.md',
  ts: 'docs/client-guide.md',
  kotlin: 'docs/kotlin-swift.md',
  'sh models': 'docs/kotlin-swift.md',
  swift: 'docs/kotlin-swift.md',
  'js receiver': 'docs/webhooks.md',
  'php receiver': 'docs/webhooks.md',
  'python receiver': 'docs/webhooks.md',
  'go receiver': 'docs/webhooks.md',
  'json event': 'docs/webhooks.md',
  'ini webhooks': 'docs/webhooks.md',
};

function kindOf({ language, mark }: Block): string {
  return `${language} ${mark}`.trim();
}

const BLOCKS = DOCUMENTS.flatMap((file) => readDocument(file).blocks);
const ofKind = (kind: string): Block[] => BLOCKS.filter((block) => kindOf(block) === kind);

/** The settings of a block, with values that their reader could have put in place of `<…>`. */
function settingsIn({ text }: Block): NodeJS.Dict<string> {
  const named = text.replace(/<host name[^>]*>/g, 'db.example.com').replace(/<a number[^>]*>/g, '+15550100000');
  return parseEnv(named.replace(/<[^>]*>/g, () => randomBytes(24).toString('base64url')));
}

describe('the blocks of the documents', () => {
  it('are all typed or checked by a test', () => {
    const untried = BLOCKS.filter(
      (block) => !TRIED.includes(kindOf(block)) && !block.place.startsWith(`${TRIED_ELSEWHERE[kindOf(block)]}:`),
    );
    assert.deepEqual(
      untried.map((block) => `${block.place} ${kindOf(block)}`),
      [],
    );
  });

  it('show settings with which production starts', () => {
    const [production, ...others] = ofKind('ini production');
    assert.ok(production !== undefined && others.length === 0);
    assert.deepEqual(faultsOf(settingsIn(production)), []);
    const additions = ofKind('ini settings');
    assert.ok(additions.length >= 2);
    for (const block of additions) assert.deepEqual(faultsOf({ ...settingsIn(production), ...settingsIn(block) }), [], block.place);
  });
});
