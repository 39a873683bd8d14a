import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { type Detector, files, occurrences, ROOT, read, sources, takes } from './source.ts';

const readsEnvironment = takes('process', 'env');
const endsProcess = takes('process', 'exit');
const takesDateNow = takes('Date', 'now');
const sendsPastTenancy = takes('sequelize', 'query');
const X_NAMES = /^(xit|xdescribe|xcontext|xspecify)$/;
const ONLY_OR_SKIP = /^(only|skip)$/;
const LIVE = ['server', 'models', 'cli', 'console', 'client'];
const FROZEN = ['migrations', 'seeders'];
const TEXT = /\.(tsx?|css|html|svg|mjs|cjs|js|json|md|yml|yaml|sh|env|example)$|(^|\/)[^.]+$|(^|\/)\.[a-z]+(rc|ignore|config|version)?$/;

describe('the source', () => {
  let parsed: readonly { readonly file: string; readonly all: ReadonlyMap<Detector, readonly string[]> }[];

  before(() => {
    const detectors = [readsEnvironment, endsProcess, asksForTheTime, sendsPastTenancy, leavesTestsOut, spreadsLiteral];
    parsed = sources(...LIVE, ...FROZEN, 'test').map((file) => ({ file, all: occurrences(read(file), detectors, file) }));
  });

  const found = (detector: Detector, folders: readonly string[], except: RegExp): string[] =>
    parsed
      .filter(({ file }) => folders.includes(file.split('/')[0] ?? '') && !except.test(file))
      .flatMap(({ file, all }) => (all.get(detector) ?? ['not looked for']).map((occurrence) => `${file}:${occurrence}`));

  it('reads the environment in server/config and cli/io.ts alone', () => {
    assert.deepEqual(found(readsEnvironment, [...LIVE, ...FROZEN], /^(server\/config\/|cli\/io\.ts$)/), []);
  });

  it('ends the process in the entry files alone', () => {
    assert.deepEqual(found(endsProcess, [...LIVE, ...FROZEN], /^(server\/boot\/main|cli\/index)\.ts$/), []);
  });

  it('asks for the time in one file of each program', () => {
    assert.deepEqual(
      found(
        asksForTheTime,
        LIVE,
        /^(server\/platform\/clock\.ts|cli\/io\.ts|console\/ui\/data\/time\.tsx|client\/src\/platform\/env\.ts)$/,
      ),
      [],
    );
  });

  it('sends raw statements by server/platform/db alone', () => {
    assert.deepEqual(found(sendsPastTenancy, ['server', 'models'], /^server\/platform\/db\//), []);
  });

  it('skips no test and runs none alone', () => {
    assert.deepEqual(found(leavesTestsOut, ['test'], /^$/), []);
  });

  it('spreads no literal into the object around it', () => {
    assert.deepEqual(found(spreadsLiteral, [...LIVE, ...FROZEN, 'test'], /^$/), []);
  });

  it('has no comment line of more than 140 characters', () => {
    const written = sources(...LIVE, ...FROZEN, 'test').filter((file) => path.posix.basename(file) !== 'api-types.ts');
    assert.deepEqual(linesWith(/^(?=\s*(?:\/\/|\/?\*)).{141}/, written), []);
  });

  it('keeps at most 15 files in a source folder', () => {
    const counts = new Map<string, number>();
    for (const folder of sources(...LIVE, 'seeders').map(path.posix.dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    assert.deepEqual(
      [...counts].filter(([, count]) => count > 15),
      [],
    );
  });

  it('has no open task and no disabled check', () => {
    const notes = /\b(TO)(DO)\b|\b(FIX)(ME)\b|\b(biome)-ignore|\b(eslint|oxlint)-disable|@ts-(ignore|nocheck)|\b(c8|istanbul|v8) ignore/;
    assert.deepEqual(linesWith(notes, textFiles()), []);
    assert.deepEqual(linesWith(/@ts-(expect-error)/, sources(...LIVE, ...FROZEN)), []);
  });

  it('names no local path and no package registry', () => {
    const machine = /(^|[^\w./-])\/(home|root|work|Users)\/\w/;
    const registry = /https?:\/\/[^\s"'`)]*\b(registry|artifactory|nexus|verdaccio)\b/i;
    assert.deepEqual(linesWith(machine, textFiles()), []);
    assert.deepEqual(linesWith(registry, textFiles()), []);
    assert.deepEqual(linesWith(/"resolved": "https?:/, ['package-lock.json', 'test/api-tools/package-lock.json']), []);
  });

  it('names a resource alike in every layer', () => {
    assert.deepEqual(sources('server/routes').filter(isRoutesFile).flatMap(missingCounterparts), []);
  });

  it('names files in kebab-case and models in PascalCase', () => {
    const badly = [
      ...sources('server', 'cli', 'console', 'client', 'test').filter((file) => !/^([a-z0-9]+(-[a-z0-9]+)*[/.])+tsx?$/.test(file)),
      ...sources('models').filter((file) => !/^models\/(index|[a-z-]+\/([a-z-]+\/)?([A-Z][A-Za-z0-9]*|associations))\.ts$/.test(file)),
      ...sources(...FROZEN).filter((file) => !/^(migrations|seeders)\/(lib\/([a-z-]+\/)*[a-z-]+|\d{14}-[a-z0-9-]+)\.ts$/.test(file)),
    ];
    assert.deepEqual(badly, []);
  });
});

describe('the rules on the source', () => {
  it('notice the environment however it is taken', () => {
    noticed(readsEnvironment, [
      "process.env['PORT']",
      "process['env']",
      'globalThis.process.env',
      'const { env: e } = process',
      "import { env } from 'node:process'",
    ]);
    unnoticed(readsEnvironment, ['import.meta.env', 'process.argv', '// process.env', "'process.env'", 'config.env']);
  });

  it('notice every way to end the process', () => {
    noticed(endsProcess, ['process.exit(1)', "process['exit']()", "import { exit as leave } from 'process'"]);
    unnoticed(endsProcess, ['process.exitCode = 1', "process.on('exit', f)", '/* process.exit */']);
  });

  it('notice every way to read the clock', () => {
    noticed(asksForTheTime, ['new Date()', 'new Date', 'Date()', 'Date.now()', 'const { now } = Date', 'f(Date.now)']);
    unnoticed(asksForTheTime, ['new Date(5)', 'clock.now()', 'performance.now()', 'DataTypes.DATE(3)', '// new Date()']);
  });

  it('notice every way to skip a test', () => {
    noticed(leavesTestsOut, ["it.only('x', f)", "describe.skip('x', f)", 'this.skip()', "xit('x', f)", "xdescribe('x', f)"]);
    unnoticed(leavesTestsOut, ["it('x', f)", 'list.skip(3)', "it('does it.only once', f)"]);
  });

  it('notice a literal that is spread into an object', () => {
    noticed(spreadsLiteral, ['f({ ...{ a: 1 }, b })']);
    unnoticed(spreadsLiteral, ['f({ ...a, b })', 'f({ ...(a ? { b } : {}) })', "['...{ a: 1 }']"]);
  });

  it('find files of every kind to check', () => {
    assert.ok(sources(...LIVE).length > 0 && sources('test').length > 0);
    assert.ok(textFiles().includes('package.json') && textFiles().includes('.mocharc.json') && textFiles().includes('.ci/run'));
  });
});

function asksForTheTime(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return isDate(node.expression) && (node.arguments ?? []).length === 0;
  if (ts.isCallExpression(node)) return isDate(node.expression);
  return takesDateNow(node);
}

function isDate(node: ts.Node): boolean {
  return ts.isIdentifier(node) && node.text === 'Date';
}

function leavesTestsOut(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return ts.isIdentifier(node.expression) && X_NAMES.test(node.expression.text);
  if (!ts.isPropertyAccessExpression(node) || !ONLY_OR_SKIP.test(node.name.text)) return false;
  return /^((it|describe|context|specify)\.(only|skip)|this\.skip)$/.test(node.getText());
}

function spreadsLiteral(node: ts.Node): boolean {
  return ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression);
}

function noticed(detector: Detector, snippets: readonly string[]): void {
  for (const snippet of snippets) assert.equal(occurrences(snippet, [detector]).get(detector)?.length, 1, snippet);
}

function unnoticed(detector: Detector, snippets: readonly string[]): void {
  for (const snippet of snippets) assert.deepEqual(occurrences(snippet, [detector]).get(detector), [], snippet);
}

function textFiles(): string[] {
  return files().filter((file) => TEXT.test(file));
}

function linesWith(pattern: RegExp, among: readonly string[]): string[] {
  return among.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}

/** `index.ts` lists the resources of a service; it is none itself. */
function isRoutesFile(file: string): boolean {
  return path.posix.basename(file) !== 'index.ts';
}

/** The files of the same name that other layers lack. The test may be in any folder below that of its service. */
function missingCounterparts(file: string): string[] {
  const resource = file.slice('server/routes/'.length, -'.ts'.length);
  const [service = ''] = resource.split('/');
  const name = path.posix.basename(resource);
  const layers = [`server/controllers/${resource}.ts`, `server/schemas/${resource}.ts`].filter(isMissing);
  const hasTest = sources(`test/${service}`).some((test) => test.endsWith(`/${name}.test.ts`));
  return hasTest ? layers : [...layers, `test/${service}/**/${name}.test.ts`];
}

function isMissing(file: string): boolean {
  return !existsSync(path.join(ROOT, file));
}
