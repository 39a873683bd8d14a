import assert from 'node:assert/strict';
import { byTwos, type Cli, type RunOptions } from './support.ts';

/** A command line that must fail, without a terminal. */
export interface Failing {
  readonly words: readonly string[];
  readonly exit: number;
  /** The `code` that --json tells. */
  readonly code: string;
  /** What message or hint must hold. */
  readonly says?: RegExp;
  readonly options?: RunOptions;
}

interface ErrorDocument {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string | null };
}

/** That each ends with its exit code and with one JSON document that names the code and a next step. */
export async function assertFailing(cli: Cli, cases: readonly Failing[]): Promise<void> {
  await byTwos(cases, async ({ words, exit, code, says = /./, options = {} }) => {
    const outcome = await cli.run([...words, '--json'], options);
    const told = `diwan ${words.join(' ')}: ${outcome.stdout}${outcome.stderr}`;
    assert.equal(outcome.code, exit, told);
    const { error } = JSON.parse(outcome.stdout) as ErrorDocument;
    assert.equal(error.code, code, told);
    assert.match(`${error.message} ${error.hint ?? ''}`, says, told);
  });
}

/** That --dry-run prints the request: the method and address, then the body as JSON, where there is one. */
export async function assertDryRuns(
  cli: Cli,
  cases: readonly { words: readonly string[]; request: string; body: unknown }[],
): Promise<void> {
  await byTwos(cases, async ({ words, request, body }) => {
    const { code, stdout, stderr } = await cli.run([...words, '--dry-run']);
    assert.equal(code, 0, stderr);
    const [line = '', ...rest] = stdout.split('\n');
    assert.equal(line, request);
    const text = rest.join('\n').trim();
    assert.deepEqual(text === '' ? null : JSON.parse(text), body);
  });
}
