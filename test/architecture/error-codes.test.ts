import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { ERROR_CODES, errorCatalogue } from '../../server/domain/errors/catalogue.ts';
import { ACTIONS } from '../../server/domain/errors/error-code.ts';
import { servedRows } from '../support/documents/inventory.ts';
import { ERRORS_PAGE, withErrorTable } from '../support/error-table.ts';
import { read, sources } from './source.ts';

/** The functions of `server/platform/errors.ts` that take a code: its argument, its status, and the code that is used without one. */
const FACTORIES: Readonly<Record<string, { argument: number; status: number; ending?: string; usual?: string }>> = {
  badRequest: { argument: 0, status: 400 },
  conflict: { argument: 0, status: 409 },
  preconditionFailed: { argument: 0, status: 412 },
  throttled: { argument: 1, status: 429, usual: 'throttled' },
  notFound: { argument: 0, status: 404, ending: '_not_found', usual: 'not_found' },
  findInProject: { argument: 3, status: 404, ending: '_not_found' },
};

/** Calls whose code is a variable, with the values that it may have. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  'server/platform/db/tenancy/models.ts: notFound(thing)': [],
  'server/services/auth/attempts/attempt-locks.ts: throttled(seconds, code, message)': ['429 account_locked', '429 otp_locked'],
  // comments on items of other systems are always shown
  'server/services/feedback/comments/comment-targets.ts: notFound(target.entityType)': recordsNotFound(),
  'server/services/feedback/comments/comment-batch.ts: notFound(draft.entityType)': recordsNotFound(),
  'server/services/feedback/moderation/reports.ts: notFound(key.entityType)': [
    '404 review_not_found',
    '404 post_not_found',
    '404 comment_not_found',
  ],
  // the stored refusal of the first request with the key
  'server/platform/http/idempotency.ts: new ApiError(status, code, message, extras)': [],
};

function recordsNotFound(): string[] {
  return ['review', 'post', 'roadmap', 'changelog'].map((record) => `404 ${record}_not_found`);
}

/** `404 post_not_found` for each place below `server` that makes an ApiError. */
function thrownCodes(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of sources('server')) {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2023, true);
    const visit = (node: ts.Node): void => {
      for (const code of codesOf(node, file)) found.set(code, file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function codesOf(node: ts.Node, file: string): readonly string[] {
  if (ts.isNewExpression(node) && node.expression.getText() === 'ApiError') {
    const [status, code] = node.arguments ?? [];
    if (status !== undefined && code !== undefined && ts.isNumericLiteral(status) && ts.isStringLiteral(code))
      return [`${status.text} ${code.text}`];
    return file === 'server/platform/errors.ts' ? [] : variable(node, file);
  }
  if (!ts.isCallExpression(node)) return [];
  const factory = FACTORIES[node.expression.getText()];
  if (factory === undefined) return [];
  const { argument, status, ending = '', usual } = factory;
  const code = node.arguments[argument];
  if (code === undefined && usual !== undefined) return [`${status} ${usual}`];
  return code !== undefined && ts.isStringLiteral(code) ? [`${status} ${code.text}${ending}`] : variable(node, file);
}

function variable(node: ts.Node, file: string): readonly string[] {
  const call = `${file}: ${node.getText()}`;
  const codes = VARIABLES[call];
  assert.ok(codes, `the code of this call cannot be read; add the call to VARIABLES: ${call}`);
  return codes;
}

describe('the catalogue of error codes', () => {
  const listed = errorCatalogue().codes.map(({ status, code }) => `${status} ${code}`);

  it('has every code that the source throws, and none more', () => {
    const thrown = [...thrownCodes().keys()];
    assert.deepEqual(thrown.sort(), [...listed].sort());
  });

  it('has every refusal that an endpoint declares', () => {
    const declared = servedRows().flatMap(({ endpoint }) => endpoint.refusals ?? []);
    assert.deepEqual(
      declared.filter((refusal) => !listed.includes(refusal)),
      [],
    );
  });

  it('gives a sentence in English and Arabic and an action', () => {
    for (const [code, { meaning, action }] of Object.entries(ERROR_CODES)) {
      assert.match(meaning.en, /^[A-Z][\x20-\x7e]+\.$/, code);
      assert.match(meaning.ar, /^[\p{Script=Arabic}\p{M}].+[\p{Script=Arabic}\w]\.$/u, code);
      assert.doesNotMatch(meaning.ar, /[,;?]/, `${code} uses Arabic punctuation`);
      assert.ok(ACTIONS.includes(action), code);
    }
    assert.equal(
      new Set(Object.values(ERROR_CODES).map(({ meaning }) => meaning.ar)).size,
      Object.keys(ERROR_CODES).length,
      'two codes have the same text',
    );
  });

  it('is the table of the page about errors', () => {
    const page = readFileSync(ERRORS_PAGE, 'utf8');
    assert.equal(page, withErrorTable(page), 'run `npm run api`');
  });
});
