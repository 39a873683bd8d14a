import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Break, breaksBetween } from '../../api-tools/api-diff.ts';
import { describeUnnamed } from '../../api-tools/breaking.ts';
import { installApiTools } from '../../api-tools/install.ts';
import { recordedApi } from '../../support/api-document.ts';

type Tree = Record<string, unknown>;

/** The object at the end of the keys. */
function at(node: unknown, ...keys: string[]): Tree {
  const found = keys.reduce<unknown>((parent, key) => (parent as Tree | undefined)?.[key], node);
  assert.ok(typeof found === 'object' && found !== null, keys.join(' '));
  return found as Tree;
}

/** The part of the document that the tests change, because a comparison of all of it takes seconds. */
function smallDocument(): Tree {
  const document = recordedApi();
  const isChanged = ([route]: [string, unknown]): boolean =>
    /^\/(?:healthz$|api\/v1\/(?:favorites|posts|comments|reviews|changelog))/.test(route);
  return { ...document, paths: Object.fromEntries(Object.entries(document.paths).filter(isChanged)) };
}

function changed(change: (document: Tree) => void): Tree {
  const copy = JSON.parse(JSON.stringify(smallDocument())) as Tree;
  change(copy);
  return copy;
}

const POSTS = '/api/v1/posts';
const schema = (document: Tree, name: string): Tree => at(document, 'components', 'schemas', name);

/** One break of each kind, under the name that the gate gives it. They do not overlap. */
const BREAKS: Readonly<Record<string, (document: Tree) => void>> = {
  '/api/v1/favorites/toggle': (document) => delete at(document, 'paths')['/api/v1/favorites/toggle'],
  'DELETE /api/v1/posts/{id}/vote': (document) => delete at(document, 'paths', `${POSTS}/{id}/vote`)['delete'],
  'POST /api/v1/posts/{id}/vote 409': (document) => delete at(document, 'paths', `${POSTS}/{id}/vote`, 'post', 'responses')['409'],
  'Post.title': (document) => delete at(schema(document, 'Post'), 'properties')['title'],
  'Review.status=pending': (document) => {
    const status = at(schema(document, 'Review'), 'properties', 'status');
    status['enum'] = (status['enum'] as string[]).filter((value) => value !== 'pending');
  },
  'PostCreate.category': (document) => delete at(schema(document, 'PostCreate'), 'properties')['category'],
  'CommentCreate.mood': (document) => {
    at(schema(document, 'CommentCreate'), 'properties')['mood'] = { type: 'string' };
    (schema(document, 'CommentCreate')['required'] as string[]).push('mood');
  },
  'GET /api/v1/posts category=bug': (document) => {
    const parameters = at(document, 'paths', POSTS, 'get', 'parameters') as unknown as Tree[];
    at(
      parameters.find(({ name }) => name === 'category'),
      'schema',
    )['enum'] = ['feature', 'improvement', 'other'];
  },
  'GET /api/v1/changelog since': (document) => {
    const get = at(document, 'paths', '/api/v1/changelog', 'get');
    get['parameters'] = [...(get['parameters'] as unknown[]), { name: 'since', in: 'query', required: true, schema: { type: 'string' } }];
  },
};

describe('the gate for breaking changes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-breaks-'));
  let tools: string;

  before(async () => {
    tools = await installApiTools();
    writeFileSync(path.join(folder, 'base.json'), JSON.stringify(smallDocument()));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const compare = (name: string, document: Tree): Promise<readonly Break[]> => {
    const revision = path.join(folder, name);
    writeFileSync(revision, JSON.stringify(document));
    return breaksBetween(path.join(folder, 'base.json'), revision, tools);
  };

  it('fails for every break that the change log omits', async () => {
    const document = changed((copy) => Object.values(BREAKS).forEach((change) => change(copy)));
    const breaks = await compare('broken.json', document);
    assert.deepEqual([...new Set(breaks.map(({ name }) => name))].sort(), Object.keys(BREAKS).sort());
    for (const name of Object.keys(BREAKS)) {
      const others = Object.keys(BREAKS).filter((other) => other !== name);
      const changelog = `# Changelog\n\n## [Unreleased]\n\n### Changed\n\n- **Breaking:** \`${others.join('`,\n  `')}\`\n`;
      const faults = describeUnnamed(breaks, changelog) ?? '';
      assert.ok(faults.includes(`- \`${name}\`: `), name);
      assert.ok(!others.some((other) => faults.includes(`\`${other}\``)), name);
    }
  });

  it('accepts additions and changes of the texts alone', async () => {
    const document = changed((copy) => {
      at(copy, 'paths')['/api/v1/new'] = { get: { ...at(copy, 'paths', '/healthz', 'get'), operationId: 'getNew' } };
      at(schema(copy, 'Post'), 'properties')['mood'] = { type: 'string' };
      (at(schema(copy, 'Post'), 'properties', 'status')['enum'] as string[]).push('postponed');
      at(copy, 'paths', POSTS, 'get')['description'] = 'Another text.';
      at(copy, 'paths', POSTS, 'post', 'requestBody', 'content', 'application/json')['example'] = { title: 'Another example' };
    });
    assert.deepEqual(await compare('added.json', document), []);
  });

  it('reads only breaking entries of the unreleased changes', () => {
    const breaks = [{ name: 'GET /x page', message: 'Gone.' }];
    const log = (entry: string, heading = '## [Unreleased]') => `# Changelog\n\n${heading}\n\n${entry}\n\n## [0.1.0] - 2026-01-01\n`;
    assert.equal(describeUnnamed(breaks, log('- **Breaking:** no pages: `GET /x\n  page`.')), null);
    assert.match(describeUnnamed(breaks, log('- No pages: `GET /x page`.')) ?? '', /- `GET \/x page`: Gone\./);
    assert.match(describeUnnamed(breaks, log('- **Breaking:** `GET /x page`.', '## [0.2.0] - 2026-02-01')) ?? '', /run npm run api\./);
    assert.match(describeUnnamed(breaks, `${log('- Nothing.')}\n- **Breaking:** \`GET /x page\`.\n`) ?? '', /Gone/);
  });
});
