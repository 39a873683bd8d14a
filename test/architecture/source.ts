import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const NOT_OURS = new Set([
  '.git',
  'node_modules',
  'dist',
  'client/dist',
  'data',
  'coverage',
  '.env',
  'server/platform/docs/vendor',
  'generated',
]);

/** Every file of the repository, relative to its root, in order. Below a folder, or all. */
export function files(folder = '.'): string[] {
  const names: string[] = [];
  for (const entry of readdirSync(path.join(ROOT, folder), { withFileTypes: true })) {
    const name = path.posix.join(folder, entry.name);
    if (NOT_OURS.has(name)) continue;
    if (entry.isFile()) names.push(name);
    if (entry.isDirectory()) names.push(...files(name));
  }
  return names.sort();
}

/** The TypeScript files, with and without JSX, below those folders that exist. */
export function sources(...folders: string[]): string[] {
  return folders
    .filter((folder) => existsSync(path.join(ROOT, folder)))
    .flatMap((folder) => files(folder))
    .filter((file) => /\.tsx?$/.test(file));
}

export function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

export type Detector = (node: ts.Node) => boolean;

/** For each detector, `line: text` of each piece of code that it accepts; comments and strings are not code. */
export function occurrences(text: string, detectors: readonly Detector[], file = 'source.ts'): ReadonlyMap<Detector, readonly string[]> {
  const options = { languageVersion: ts.ScriptTarget.ES2023, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const source = ts.createSourceFile(file, text, options, true);
  const found = new Map(detectors.map((detector): [Detector, string[]] => [detector, []]));
  const visit = (node: ts.Node): void => {
    for (const [detects, texts] of found)
      if (detects(node)) texts.push(`${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `object.name`, `object['name']`, `const { name } = object`, or `name` imported from a module called like the object. */
export function takes(object: string, name: string): Detector {
  return (node) => {
    if (ts.isPropertyAccessExpression(node)) return isCalled(node.expression, object) && node.name.text === name;
    if (ts.isElementAccessExpression(node)) return isCalled(node.expression, object) && isText(node.argumentExpression, name);
    if (ts.isVariableDeclaration(node)) return isCalled(node.initializer, object) && unpacks(node.name, name);
    if (ts.isImportDeclaration(node)) return importedFrom(node, object) && importsName(node, name);
    return false;
  };
}

function isCalled(node: ts.Node | undefined, object: string): boolean {
  if (node === undefined) return false;
  if (ts.isPropertyAccessExpression(node)) return node.name.text === object;
  return ts.isIdentifier(node) && node.text === object;
}

function isText(node: ts.Node, text: string): boolean {
  return ts.isStringLiteralLike(node) && node.text === text;
}

function unpacks(pattern: ts.BindingName, name: string): boolean {
  if (!ts.isObjectBindingPattern(pattern)) return false;
  return pattern.elements.some((element) => (element.propertyName ?? element.name).getText() === name);
}

function importedFrom(node: ts.ImportDeclaration, object: string): boolean {
  return isText(node.moduleSpecifier, object) || isText(node.moduleSpecifier, `node:${object}`);
}

function importsName(node: ts.ImportDeclaration, name: string): boolean {
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.some((element) => (element.propertyName ?? element.name).text === name);
}
