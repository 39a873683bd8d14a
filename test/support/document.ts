import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What a Markdown document tells its reader to type. What a block is stands behind its language:
 *
 *   sh                     run in one bash session with the others of the document, in order
 *   sh server              a server that runs on in a terminal of its own, until the next such block
 *   sh mariadb             run by test/flows/docs.mariadb.test.ts, against a throw-away server
 *   text answer            what the block before it prints, wrapped at will
 */
export interface Block {
  readonly language: string;
  readonly mark: string;
  readonly text: string;
  /** What it prints, as the document says; null when it does not say. */
  readonly answer: string | null;
  /** `README.md:41`, where its first line is. */
  readonly place: string;
}

const ROOT = path.join(import.meta.dirname, '../..');

/** The README and everything in docs, but for the record of decisions, which tells nobody to type anything. */
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
