import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readDocument } from '../support/documents/document.ts';
import { runProgram, runTool } from './run-tool.ts';

const PAGE = 'docs/kotlin-swift.md';
/** The files that the sample writes, and how the model of a review begins in each. */
const FILES: Readonly<Record<string, string>> = {
  'Models.kt': 'data class Review (',
  'Models.swift': 'struct Review:',
  'models.dart': 'class Review {',
};

/** Runs the sample of the page against the document, and compiles the Kotlin. Resolves to the faults, or to null. */
export async function generateModels(api: string, tools: string): Promise<string | null> {
  const folder = path.join(path.dirname(api), 'models');
  mkdirSync(folder);
  copyFileSync(api, path.join(folder, 'openapi.json'));
  const [sample, ...more] = readDocument(PAGE).blocks.filter(({ language, mark }) => language === 'sh' && mark === 'models');
  if (sample === undefined || more.length > 0) return `${PAGE} has no sample of models, or several.`;
  const quicktype = path.join(tools, 'node_modules/quicktype/dist/index.js');
  const { version } = JSON.parse(readFileSync(path.join(quicktype, '../../package.json'), 'utf8')) as { version: string };
  if (!sample.text.includes(`quicktype@${version} `)) return `${PAGE} names another release of quicktype than ${version}.`;
  // the document instead of a server, and the tool that is installed
  const stubs = `set -euo pipefail\nDIWAN_URL=here\ncurl() { cat openapi.json; }\nnpx() { shift 2; node ${quicktype} "$@"; }\n`;
  const ran = await runProgram('bash', ['-c', stubs + sample.text], folder);
  if (ran.code !== 0) return `${sample.place}: ${ran.stdout}${ran.stderr}`;
  const wrong = Object.entries(FILES).filter(([file, model]) => !readFileSync(path.join(folder, file), 'utf8').includes(model));
  if (wrong.length > 0) return `${wrong.map(([file, model]) => `${file} has no "${model}"`).join(', ')}.`;
  return compileKotlin(quicktype, folder);
}

/** The classes without a library, because the compiler of Debian has none. */
async function compileKotlin(quicktype: string, folder: string): Promise<string | null> {
  const isInstalled = (await runProgram('bash', ['-c', 'command -v kotlinc'], folder)).code === 0;
  if (!isInstalled) {
    console.log('NOT RUN: the compiler of Kotlin, which is not installed.');
    return null;
  }
  const args = ['--src-lang', 'schema', 'models.json#/definitions/', '--no-enums', '--lang', 'kotlin', '--just-types', '--out', 'Types.kt'];
  const generated = await runTool(quicktype, args, folder);
  if (generated.code !== 0) return `quicktype: ${generated.stdout}${generated.stderr}`;
  const compiled = await runProgram('kotlinc', ['-nowarn', 'Types.kt', '-d', 'types.jar'], folder);
  return compiled.code === 0 ? null : `kotlinc: ${compiled.stdout}${compiled.stderr}`;
}
