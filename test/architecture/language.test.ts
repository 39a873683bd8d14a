import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Passage, passagesOf, type Title } from './comments.ts';
import { files, ROOT, read, sources } from './source.ts';

/** docs/style.md, "Sentences". */
const OPENER = /^(?:who|what|whose|of|with|one that)\b/i;
const WORDS =
  /\b(?:whoever|anew|heeds?|is told|stands|comes to|bec[ao]mes? of|of its own|gives? up on|nobody|and not|so many\b.*\bthere are)\b/i;
/** Former names of ideas that have one name now: dry run, possible answers, undo handler, anonymise, send slot. */
const FORMER_NAMES =
  /\b\w*(?:[Rr]ehears|[Pp]rospect|[Ff]oretell|[Ff]oresee|isAsLeft|goBack|tellsMore|buryUser|[Ss]endPermit|[Mm]easur(?:e|ed)Reach|Reach(?:Question|Tally|Body))\w*\b/;
const POINTER = /\b(?:contract|design|spec)(?:\.md)? §|\bspec\/[\w-]+\.md|\b(?:attacks|doors|house|contract)\.md\b/;
const READ_BY_PEOPLE = ['server', 'cli', 'console', 'client', 'models', 'migrations', 'seeders', 'test'];
const FIRST_COMMIT = '6ec7194';
const NOT_IMPERATIVE =
  /^(?:who|what|whose|the|an?|one|it|its|there|this|that|these|those|each|every|all|no|nothing|of|with|where|when|how|two|three)\b/i;

describe('the language of the source', () => {
  let passages: readonly (Passage & { readonly file: string })[];
  let titles: readonly (Title & { readonly file: string })[];

  before(() => {
    const texts = sources(...READ_BY_PEOPLE).map((file) => ({ file, ...passagesOf(read(file), file) }));
    titles = texts.flatMap(({ file, titles }) => titles.map((title) => ({ file, ...title })));
    passages = [...titles, ...texts.flatMap(({ file, comments }) => comments.map((comment) => ({ file, ...comment })))];
  });

  const where = (isBad: (text: string) => boolean): string[] =>
    passages.filter(({ text }) => isBad(text)).map((passage) => at(passage.file, passage));

  it('opens comments and titles with a plain sentence', () => {
    assertNone(where(opensBadly));
  });

  it('uses no word that docs/style.md replaces', () => {
    assertNone(where((text) => WORDS.test(text)));
  });

  it('uses one name for each idea in identifiers', () => {
    const lines = sources('server', 'cli', 'console', 'client', 'models').flatMap((file) =>
      read(file)
        .split('\n')
        .map((text, index) => ({ file, line: index + 1, text })),
    );
    assertNone(lines.filter(({ text }) => FORMER_NAMES.test(text)).map((passage) => at(passage.file, passage)));
  });

  it('gives each test a title of 5 to 10 words', () => {
    const found = titles
      .filter(({ file, of, text, isComputed }) => file.startsWith('test/') && of === 'it' && !hasGoodLength(text, isComputed))
      .map((title) => at(title.file, title));
    assertNone(found);
  });

  it('points to no document outside of the repository', () => {
    const texts = files().filter((file) => /\.(?:tsx?|css|mjs|cjs|md|ya?ml|sh|example)$/.test(file) && !isThisTest(file));
    const found = texts.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((text, index) => (POINTER.test(text) ? [at(file, { line: index + 1, text: text.trim() })] : [])),
    );
    assertNone(found);
  });

  it('writes commit subjects in the imperative, briefly', () => {
    assert.ok(isGoodSubject('Bound the wait for a connection') && !isGoodSubject('Who waits too long gets a 503'));
    assert.ok(!isGoodSubject(`Bound ${'very '.repeat(14)}long waits`));
    assertNone(subjects().filter((subject) => !isGoodSubject(subject)));
  });
});

describe('the rules on language', () => {
  it('read comments of every form as one text', () => {
    const literals = ['/[/*]/ / `//$', "{'//' /* five */}/*`; // six\n"].join('');
    const source = `// one\n// comment\nconst a = '// none'; // two\n/**\n * Three\n * lines.\n */\nf(/* four */);\n${literals}`;
    assert.deepEqual(
      passagesOf(source).comments.map(({ line, text }) => `${line} ${text}`),
      ['1 one comment', '3 two', '4 Three lines.', '8 four', '9 five', '9 six'],
    );
  });

  it('read the titles of tests and groups', () => {
    const computed = ['`b $', '{c} d`'].join('');
    const source = `describe('a', () => { it(${computed}, f); it('e'); test('f'); });`;
    assert.deepEqual(
      passagesOf(source).titles.map(({ of, text }) => `${of} ${text}`),
      ['describe a', 'it b … d', 'it e'],
    );
  });

  it('notice an opener in any sentence of a comment', () => {
    for (const text of ['Who signs in waits.', 'Counts rows. With a key it waits.', 'of all projects']) assert.ok(opensBadly(text), text);
    for (const text of ['Counts rows of all projects.', 'Whole rows, e.g. of users', 'Office hours']) assert.ok(!opensBadly(text), text);
  });

  it('count the words of a title', () => {
    assert.ok(hasGoodLength('counts a repeated vote once', false) && hasGoodLength('refuses …', true));
    for (const text of ['works', 'counts a vote', 'a '.repeat(11)]) assert.ok(!hasGoodLength(text, false), text);
  });
});

/** Shows all of a long list, which a comparison would cut. */
function assertNone(violations: readonly string[]): void {
  assert.ok(violations.length === 0, `${violations.length} violations:\n${violations.join('\n')}`);
}

function opensBadly(text: string): boolean {
  return text.split(/(?<=[^.]{3}[.!?])\s+(?=[A-Z])/).some((sentence) => OPENER.test(sentence));
}

/** A title with computed parts may be short: the parts have words too. */
function hasGoodLength(text: string, isComputed: boolean): boolean {
  const words = text.trim().split(/\s+/).length;
  return words <= 10 && (isComputed || words >= 5);
}

function at(file: string, { line, text }: Passage): string {
  return `${file}:${line}: ${text.slice(0, 140)}`;
}

/** The patterns above name what they look for. */
function isThisTest(file: string): boolean {
  return file === 'test/architecture/language.test.ts';
}

function isGoodSubject(subject: string): boolean {
  return subject.length <= 72 && /^[A-Z]/.test(subject) && !NOT_IMPERATIVE.test(subject);
}

/** The subjects of the commits that follow the rule; none in an archive, or in a clone without its history. */
function subjects(): string[] {
  if (!existsSync(path.join(ROOT, '.git'))) return [];
  try {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['log', '--no-merges', '--format=%s', `${FIRST_COMMIT}..HEAD`], options)
      .split('\n')
      .filter(Boolean);
  } catch {
    return [];
  }
}
