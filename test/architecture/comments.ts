import ts from 'typescript';

/** A piece of text that a person reads, and where it begins. */
export interface Passage {
  readonly line: number;
  readonly text: string;
}

/** The title of a test, with `…` for each expression. */
export interface Title extends Passage {
  readonly of: 'describe' | 'it';
  readonly isComputed: boolean;
}

/** The comments of a source file, each as one line of text, and the titles of its tests. Neighbouring `//` lines are one comment. */
export function passagesOf(
  source: string,
  name = 'source.ts',
): { readonly comments: readonly Passage[]; readonly titles: readonly Title[] } {
  const options = { languageVersion: ts.ScriptTarget.ES2023, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const file = ts.createSourceFile(name, source, options);
  const literals: ts.Node[] = [];
  const titles: Title[] = [];
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) literals.push(node);
    if (ts.isCallExpression(node)) titles.push(...titleOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { comments: commentsBetween(literals, file), titles };
}

/** Only in literals may `//` or `/*` be anything else than the start of a comment. */
function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node)
  );
}

function commentsBetween(literals: readonly ts.Node[], file: ts.SourceFile): Passage[] {
  const found: { line: number; lastLine: number; text: string; isLine: boolean }[] = [];
  for (const { pos, comment } of commentRanges(literals, file)) {
    const [line, lastLine] = [pos, pos + comment.length].map((at) => file.getLineAndCharacterOfPosition(at).line + 1) as [number, number];
    const isAlone = file.text.slice(file.text.lastIndexOf('\n', pos) + 1, pos).trim() === '';
    const isLine = comment.startsWith('//') && isAlone;
    const text = bareText(comment);
    const previous = found.at(-1);
    if (isLine && previous?.isLine === true && previous.lastLine === line - 1) {
      previous.text += ` ${text}`;
      previous.lastLine = lastLine;
    } else found.push({ line, lastLine, text, isLine });
  }
  return found.map(({ line, text }) => ({ line, text }));
}

function commentRanges(literals: readonly ts.Node[], file: ts.SourceFile): { pos: number; comment: string }[] {
  const starts = literals.map((literal) => literal.getStart(file));
  return [0, ...literals.map(({ end }) => end)].flatMap((from, index) => {
    const code = file.text.slice(from, starts[index] ?? file.text.length);
    return [...code.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)].map((match) => ({ pos: from + match.index, comment: match[0] }));
  });
}

function bareText(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*(?:\*|\/\/)/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function titleOf(call: ts.CallExpression, file: ts.SourceFile): Title[] {
  const of = ts.isIdentifier(call.expression) ? call.expression.text : '';
  const text = textOf(call.arguments[0]);
  if ((of !== 'it' && of !== 'describe') || text === null) return [];
  const line = file.getLineAndCharacterOfPosition(call.getStart(file)).line + 1;
  return [{ of, line, text, isComputed: text.includes('…') }];
}

function textOf(node: ts.Node | undefined): string | null {
  if (node === undefined) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
