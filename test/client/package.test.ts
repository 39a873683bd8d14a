import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const CLIENT = path.join(import.meta.dirname, '../../client');

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
}

describe('the package @diwan/client', () => {
  before(() => {
    execFileSync(process.execPath, [path.join(CLIENT, 'build.mjs')], { stdio: 'pipe' });
  });

  it('has types and a default for each export', () => {
    const { exports, version } = manifest(CLIENT);
    assert.equal(version, manifest(path.join(CLIENT, '..')).version);
    for (const [name, target] of Object.entries(exports)) {
      if (typeof target === 'string') continue;
      assert.deepEqual(Object.keys(target), ['types', 'default'], name);
      for (const file of Object.values(target)) assert.ok(existsSync(path.join(CLIENT, file)), file);
    }
  });

  it('has types that need nothing of this repository', () => {
    const dist = path.join(CLIENT, 'dist');
    const types = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'));
    for (const file of types)
      for (const [, target = ''] of readFileSync(path.join(dist, file), 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)) {
        const found = path.join(dist, path.dirname(file), target.replace(/\.js$/, '.d.ts'));
        assert.ok(target === 'react' || existsSync(found), `${file}: ${target}`);
      }
  });

  it('takes nothing from globals that an engine may lack', () => {
    const risky =
      /\b(?:new URL|URLSearchParams|TextEncoder|structuredClone|crypto\.|async function\*|for await|WeakRef|\.at\(|replaceAll|Object\.hasOwn)/;
    const dist = path.join(CLIENT, 'dist');
    const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    assert.ok(scripts.length > 15);
    assert.deepEqual(
      scripts.filter((file) => risky.test(withoutComments(readFileSync(path.join(dist, file), 'utf8')))),
      [],
    );
  });
});

function withoutComments(text: string): string {
  return ts.transpile(text, { removeComments: true, target: ts.ScriptTarget.ES2020, module: ts.ModuleKind.ESNext });
}
