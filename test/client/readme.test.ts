import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import ts from 'typescript';
import { readDocument } from '../support/documents/document.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'client/dist');
const SAMPLE = path.join(ROOT, 'test/client/sample-of-the-readme.ts');
/** Packages of React Native, which are not installed here: the shapes that the sample uses. */
const STUBS = `
declare module 'react-native' { export const AppState: { addEventListener(type: 'change', listener: (state: 'active' | 'background') => void): { remove(): void } } }
declare module '@react-native-community/netinfo' {
  const info: { addEventListener(listener: (state: { isConnected: boolean | null; type: string }) => void): () => void };
  export default info;
}
declare module '@react-native-async-storage/async-storage' {
  const storage: { getItem(key: string): Promise<string | null>; setItem(key: string, value: string): Promise<void>; removeItem(key: string): Promise<void> };
  export default storage;
}
`;

describe('the README of the client and the guide', () => {
  before(() => {
    execFileSync(process.execPath, [path.join(ROOT, 'client/build.mjs')], { stdio: 'pipe' });
  });

  it('has samples that compile against the built package', () => {
    for (const [file, least] of [
      ['client/README.md', 7],
      ['docs/client-guide.md', 5],
    ] as const) {
      const blocks = readDocument(file).blocks.filter(({ language }) => language === 'ts');
      assert.ok(blocks.length >= least, file);
      assert.deepEqual(faultsOf(blocks.map(({ text }) => text).join('\n')), [], file);
    }
  });

  it('would fail to compile with a wrong path or flag', () => {
    const wrong = [
      "void client.request('GET', '/api/v1/nowhere');",
      "client.flags.value('cart', 'text');",
      "client.flags.isEnabled('theme');",
      "client.flags.details('nothing');",
      "const theme: boolean = client.flags.value('theme', 'light');",
      "void client.request('POST', '/api/v1/reviews');",
    ];
    const start =
      "import { createClient } from '@diwan/client';\ndeclare const client: ReturnType<typeof createClient<{ cart: boolean; theme: string }>>;\n";
    const lines = faultsOf(start + wrong.join('\n')).map((fault) => Number(fault.split(':')[1]));
    assert.deepEqual(lines, [3, 4, 5, 6, 7, 8]);
  });
});

/** Compiles a text as an app does that has the package installed. */
function faultsOf(text: string): string[] {
  const files = new Map([
    [SAMPLE, text],
    [path.join(path.dirname(SAMPLE), 'stubs.d.ts'), STUBS],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    paths: { '@diwan/client': [path.join(DIST, 'index.d.ts')], '@diwan/client/*': [path.join(DIST, 'adapters/*')] },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, version) => {
    const own = files.get(file);
    return own === undefined ? getSourceFile(file, version) : ts.createSourceFile(file, own, version);
  };
  return ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host)).map(({ messageText, file, start = 0 }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${path.basename(file?.fileName ?? '')}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
