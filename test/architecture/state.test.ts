import assert from 'node:assert/strict';
import ts from 'typescript';
import { read, sources } from './source.ts';

/** Module state that is no hidden dependency, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'server/domain/phone.ts#plans': 'a bounded cache of a function that depends on its argument alone',
  'server/platform/db/sqlite/file.ts#files': 'SQLite needs one handle for each file in a process',
  'server/platform/http/fast-path/prepared-body.ts#bodiesByOwner': 'a cache keyed by the object it belongs to',
  'server/platform/http/input/size.ts#boundsBySchema': 'a cache keyed by the object it belongs to',
  'server/platform/http/input/validate.ts#preparedBySchema': 'a cache keyed by the object it belongs to',
};
const MUTATORS = new Set('set add delete clear push pop shift unshift splice sort reverse fill'.split(' '));
/** `as` per 1,000 lines of server, models, cli, console and client. */
const MAX_CASTS = 1;

describe('the state of server, console and client', () => {
  it('is held by instances and never by modules', () => {
    const found = sources('server', 'console', 'client').flatMap((file) => moduleState(read(file), file).map((name) => `${file}#${name}`));
    assert.deepEqual(
      found.filter((place) => !(place in ALLOWED)),
      [],
    );
  });

  it('is noticed in every form', () => {
    const samples = {
      'let count = 0;': ['count'],
      'const seen = new Set();\nseen.add(1);': ['seen'],
      'const cache = new WeakMap<object, string>();\nfunction f(key) { cache.set(key, 1); }': ['cache'],
      'const list: string[] = [];\nexport const f = (item) => list.push(item);': ['list'],
      'const byName = {};\nfunction f() { byName[1] = 2; }': ['byName'],
      'const options = { a: 1 };\noptions.a += 1;': ['options'],
      'class Room { static open = 0; }': ['Room.open'],
      'const NAMES = new Set(["a"]);\nNAMES.has("a");': [],
      'const SORTED = [2, 1].sort();\nSORTED.toSorted();': [],
      'function f() { let count = 0; const own = []; own.push(count); }': [],
      'class Room { static readonly size = 1; #open = 0; }': [],
    };
    for (const [source, expected] of Object.entries(samples)) assert.deepEqual(moduleState(source), expected, source);
  });
});

describe('raw SQL', () => {
  it('is justified in the first line of its file', () => {
    const raw = /\b(?:selectRows|execute|addToCounters|replaceRow|ensureRows?)(?:<[^(]*>)?\(/;
    const files = sources('server').filter((file) => !file.startsWith('server/platform/db/') || file.endsWith('/idempotency.ts'));
    const unjustified = files.filter((file) => raw.test(read(file)) && !read(file).startsWith('// Raw SQL: '));
    assert.deepEqual(unjustified, []);
  });
});

describe('casts', () => {
  it('stay below the bound on each thousand lines', () => {
    const files = sources('server', 'models', 'cli', 'console', 'client');
    const lines = files.reduce((sum, file) => sum + read(file).split('\n').length, 0);
    const perFile = files.map((file) => ({ file, casts: castsIn(read(file), file) })).filter(({ casts }) => casts > 0);
    const casts = perFile.reduce((sum, { casts: own }) => sum + own, 0);
    const most = perFile.toSorted((left, right) => right.casts - left.casts).slice(0, 10);
    const worst = most.map(({ file, casts: own }) => `${own} ${file}`).join('\n');
    assert.ok((casts * 1_000) / lines <= MAX_CASTS, `${casts} casts in ${lines} lines; most are in\n${worst}`);
  });

  it('are counted without constants and checks', () => {
    assert.equal(castsIn('const a = b as C; const d = ["e"] as const; const f = {} satisfies G; const h = (i as J).k;'), 2);
  });
});

/** Names at the top of a module, and static fields, whose value changes while the program runs. */
function moduleState(text: string, file = 'source.ts'): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const written = writtenNames(source);
  return source.statements.flatMap((statement) => {
    if (ts.isClassDeclaration(statement)) return staticFields(statement);
    if (!ts.isVariableStatement(statement)) return [];
    const { declarations, flags } = statement.declarationList;
    const isConstant = (flags & ts.NodeFlags.Const) !== 0;
    return declarations.map(({ name }) => name.getText()).filter((name) => !isConstant || written.has(name));
  });
}

function staticFields(node: ts.ClassDeclaration): string[] {
  return node.members.flatMap((member) => {
    if (!ts.isPropertyDeclaration(member)) return [];
    const kinds = (member.modifiers ?? []).map(({ kind }) => kind);
    const isState = kinds.includes(ts.SyntaxKind.StaticKeyword) && !kinds.includes(ts.SyntaxKind.ReadonlyKeyword);
    return isState ? [`${node.name?.text}.${member.name.getText()}`] : [];
  });
}

/** Names on which a mutating method is called, or whose fields are assigned or deleted. */
function writtenNames(source: ts.SourceFile): Set<string> {
  const written = new Set<string>();
  const visit = (node: ts.Node): void => {
    const target = changedBy(node);
    if (target !== undefined && ts.isIdentifier(target)) written.add(target.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return written;
}

function changedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return MUTATORS.has(node.expression.name.text) ? node.expression.expression : undefined;
  if (ts.isDeleteExpression(node)) return ownerOf(node.expression);
  if (ts.isPostfixUnaryExpression(node)) return ownerOf(node.operand);
  return ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) ? ownerOf(node.left) : undefined;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function ownerOf(node: ts.Node): ts.Node | undefined {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? node.expression : undefined;
}

function castsIn(text: string, file = 'source.ts'): number {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAssertionExpression(node) || (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type))) count += 1;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return count;
}
