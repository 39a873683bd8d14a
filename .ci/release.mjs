// `npm run release -- 0.3.0` sets the version everywhere, moves Unreleased of CHANGELOG.md, commits and tags. It publishes and pushes nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const USAGE = `Usage: npm run release -- VERSION

Example:
  npm run release -- 0.3.0

VERSION must be three numbers, higher than the present version.`;

/** The places of the version: a file, and what stands around it. Each must be there exactly as often as the list says. */
const PLACES = [
  { file: 'package.json', before: '\n  "version": "', after: '",' },
  { file: 'client/package.json', before: '\n  "version": "', after: '",' },
  { file: 'package-lock.json', before: '{\n  "name": "diwan",\n  "version": "', after: '",' },
  { file: 'package-lock.json', before: '    "": {\n      "name": "diwan",\n      "version": "', after: '",' },
  { file: 'package-lock.json', before: '    "client": {\n      "name": "@diwan/client",\n      "version": "', after: '",' },
  { file: 'server/boot/version.ts', before: "VERSION = '", after: "';" },
  { file: 'docs/openapi.json', before: '\n    "version": "', after: '",' },
];
const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## [Unreleased]\n';

process.chdir(path.resolve(import.meta.dirname, '..'));
try {
  release(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode ?? 1;
}

function release(words) {
  const [version] = words;
  const present = JSON.parse(readFileSync('package.json', 'utf8')).version;
  if (words.length !== 1 || !/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version)) throw wrongUse(USAGE);
  if (!isHigher(version, present)) throw wrongUse(`${version} is not higher than the present version, ${present}.`);
  if (git('status', '--porcelain') !== '') throw new Error('The working tree has changes: commit them, or put them away with git stash.');
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '') throw new Error(`The tag ${tag} exists already.`);
  const texts = new Map();
  for (const place of PLACES) setVersion(texts, place, { present, version });
  texts.set(CHANGELOG, withRelease(readFileSync(CHANGELOG, 'utf8'), version));
  for (const [file, text] of texts) writeFileSync(file, text);
  try {
    git('commit', '--quiet', '--message', `Release ${version}`, '--', ...texts.keys());
  } catch (error) {
    git('checkout', 'HEAD', '--', ...texts.keys());
    throw error;
  }
  git('tag', '--annotate', '--message', `Diwan ${version}`, tag);
  process.stdout.write(`Released ${version}: a commit and the tag ${tag}. To share them: git push --follow-tags\n`);
}

function setVersion(texts, { file, before, after }, { present, version }) {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  const parts = text.split(before + present + after);
  if (parts.length !== 2) throw new Error(`${file} does not name the version ${present} where it should: set it by hand, and commit.`);
  texts.set(file, parts.join(before + version + after));
}

/** The entries since the last release get a heading with the version and the day (UTC). */
function withRelease(changelog, version) {
  const [head, entries] = changelog.split(UNRELEASED);
  const own = entries?.split(/^## /m)[0].trim() ?? '';
  if (own === '') throw new Error(`${CHANGELOG} has nothing under Unreleased.`);
  const day = new Date().toISOString().slice(0, 10);
  return `${head}${UNRELEASED}\n## [${version}] - ${day}\n${entries}`;
}

function isHigher(version, present) {
  const [a, b] = [version, present].map((text) => text.split('.').map(Number));
  const index = a.findIndex((part, at) => part !== b[at]);
  return index !== -1 && a[index] > b[index];
}

function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${words[0]} failed: ${stderr.trim()}`);
  return stdout.trim();
}

function wrongUse(message) {
  return Object.assign(new Error(message), { exitCode: 2 });
}
