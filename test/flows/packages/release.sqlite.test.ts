import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../support/engine.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** The files that a release reads and writes. */
const FILES = [
  'package.json',
  'client/package.json',
  'package-lock.json',
  'server/boot/version.ts',
  'docs/openapi.json',
  'CHANGELOG.md',
  '.ci/release.mjs',
];
const PERSON = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@example.com' };
const ENTRY = '\n### Changed\n\n- Something new.\n';

interface Repository {
  git(...words: readonly string[]): string;
  read(file: string): string;
  write(file: string, text: string): void;
  release(...words: readonly string[]): { code: number | null; stdout: string; stderr: string };
}

/** A repository with these files in one commit, whose change log has an entry. */
async function newRepository(): Promise<Repository> {
  const folder = await temporaryFolder();
  const env = {
    PATH: process.env['PATH'],
    HOME: await temporaryFolder(),
    GIT_CONFIG_NOSYSTEM: '1',
    npm_config_update_notifier: 'false',
    ...PERSON,
  };
  for (const file of FILES) cpSync(path.join(ROOT, file), path.join(folder, file));
  const repository: Repository = {
    git: (...words) => execFileSync('git', words, { cwd: folder, env, encoding: 'utf8' }).trim(),
    read: (file) => readFileSync(path.join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(path.join(folder, file), text),
    release(...words) {
      const args = ['run', '--silent', 'release', '--', ...words];
      const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
      return { code: status, stdout, stderr };
    },
  };
  repository.write('CHANGELOG.md', repository.read('CHANGELOG.md').replace('## [Unreleased]\n', `## [Unreleased]\n${ENTRY}`));
  repository.git('init', '--quiet', '--initial-branch', 'main');
  repository.git('add', '--all');
  repository.git('commit', '--quiet', '--message', 'All');
  return repository;
}

const PRESENT = (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;
const [major = 0, minor = 0] = PRESENT.split('.').map(Number);
const NEXT = `${major}.${minor + 1}.0`;

describe('npm run release', () => {
  it('sets each version, moves the entries, commits and tags', async () => {
    const { git, read, release } = await newRepository();
    const { code, stdout, stderr } = release(NEXT);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, new RegExp(`tag v${NEXT}`));
    for (const file of ['package.json', 'client/package.json']) assert.equal(JSON.parse(read(file)).version, NEXT, file);
    const { version, packages } = JSON.parse(read('package-lock.json'));
    assert.deepEqual([version, packages[''].version, packages['client'].version], [NEXT, NEXT, NEXT]);
    assert.equal(JSON.parse(read('docs/openapi.json')).info.version, NEXT);
    assert.match(read('server/boot/version.ts'), new RegExp(`VERSION = '${NEXT}'`));
    assert.match(
      read('CHANGELOG.md'),
      new RegExp(`\\n## \\[Unreleased\\]\\n\\n## \\[${NEXT}\\] - \\d{4}-\\d\\d-\\d\\d\\n\\n### Changed\\n\\n- Something new\\.\\n`),
    );
    assert.deepEqual([git('status', '--porcelain'), git('log', '-1', '--format=%s')], ['', `Release ${NEXT}`]);
    assert.equal(git('rev-list', '-1', `v${NEXT}`), git('rev-parse', 'HEAD'));
    assert.equal(git('cat-file', '-t', `v${NEXT}`), 'tag');
    // each line that changed names the version
    const changed = git('diff', 'HEAD~1', '--unified=0', '--', ':!CHANGELOG.md').match(/^[+-](?![+-]).*$/gm) ?? [];
    assert.equal(changed.length, 14);
    for (const line of changed) assert.ok(line.includes(line.startsWith('+') ? NEXT : PRESENT), line);
  });

  for (const [name, words] of [
    ['no version', []],
    ['two versions', [NEXT, NEXT]],
    ['a word', ['next']],
    ['a prerelease', [`${NEXT}-rc.1`]],
    ['the present version', [PRESENT]],
    ['a lower version', ['0.0.9']],
  ] as const) {
    it(`refuses ${name} as wrong use, and changes nothing`, async () => {
      const { git, release } = await newRepository();
      const { code, stdout, stderr } = release(...words);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /Usage: npm run release|is not higher than the present version/);
      assert.deepEqual([git('status', '--porcelain'), git('rev-list', '--count', 'HEAD'), git('tag')], ['', '1', '']);
    });
  }

  it('refuses changes, an old tag, and an empty change log', async () => {
    const { git, read, write, release } = await newRepository();
    write('new.txt', '');
    assert.match(release(NEXT).stderr, /^The working tree has changes/);
    git('add', 'new.txt');
    git('commit', '--quiet', '--message', 'New');
    git('tag', `v${NEXT}`);
    assert.deepEqual(release(NEXT), { code: 1, stdout: '', stderr: `The tag v${NEXT} exists already.\n` });
    git('tag', '--delete', `v${NEXT}`);
    write(
      'CHANGELOG.md',
      read('CHANGELOG.md').replace(/## \[Unreleased\]\n.*/s, '## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n\n- The first.\n'),
    );
    git('commit', '--quiet', '--all', '--message', 'Empty');
    assert.match(release(NEXT).stderr, /has nothing under Unreleased/);
    assert.deepEqual([git('status', '--porcelain'), git('tag')], ['', '']);
  });
});
