import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A block of a Markdown document that its reader types. The words after its language say how it is run:
 *
 *   sh                     run in one bash session with the others of the document, in order
 *   sh server              a server that keeps running in another terminal, until the next such block
 *   sh mariadb             run by test/flows/docs.mariadb.test.ts, against a throw-away server
 *   sh release             run by test/flows/start/releases.sqlite.test.ts, in a folder with two releases
 *   text words             words that a user pastes, which the test of their feature reads
 *   sh models              run by test/api-tools/models.ts, with the tools that are installed there
 *   text answer            what the block before it prints, wrapped at will
 *   ini production         all settings of a server, which test/architecture/document-blocks.test.ts reads as the server does
 *   ini settings           settings in addition to those
 *   yaml prometheus        a configuration that promtool checks, where it is installed
 */
export interface Block {
  readonly language: string;
  readonly mark: string;
  readonly text: string;
  /** Its output according to the document; null when the document shows none. */
  readonly answer: string | null;
  /** `README.md:41`, where its first line is. */
  readonly place: string;
}

const ROOT = path.join(import.meta.dirname, '../../..');

/** The README and docs without the record of decisions, which has no commands. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  ...readdirSync(path.join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'decisions.md')
    .sort()
    .map((name) => `docs/${name}`),
];

export function readDocument(file: string): { readonly text: string; readonly blocks: readonly Block[]; readonly prose: string } {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const found = [...text.matchAll(/^```(\w+)(?: (.+))?\n([\s\S]*?)^```$/gm)];
  const blocks = found.map(([, language = '', mark = '', body = ''], index) => {
    const [, , nextMark, nextBody = ''] = found[index + 1] ?? [];
    const line = text.slice(0, found[index]?.index).split('\n').length + 1;
    return { language, mark, text: body, answer: nextMark === 'answer' ? nextBody : null, place: `${file}:${line}` };
  });
  return { text, blocks, prose: text.replace(/^```[\s\S]*?^```$/gm, '') };
}
