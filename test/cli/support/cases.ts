import assert from 'node:assert/strict';
import type { Cli } from './cli.ts';
import type { RunOptions } from './in-process.ts';

/** A command line that fails, without a terminal. */
export interface FailingCase {
  readonly words: readonly string[];
  readonly exit: number;
  /** The `code` in the JSON document. */
  readonly code: string;
  /** Matches the message or the hint. */
  readonly says?: RegExp;
  readonly options?: RunOptions;
}

/** Each case ends with its exit code, and with one JSON document that names the code and a next step. */
export async function assertFailing(cli: Cli, cases: readonly FailingCase[]): Promise<void> {
  for (const { words, exit, code, says = /./, options = {} } of cases) {
    const outcome = await cli.run([...words, '--json'], options);
    const report = `diwan ${words.join(' ')}: ${outcome.stdout}${outcome.stderr}`;
    assert.equal(outcome.code, exit, report);
    const { error } = JSON.parse(outcome.stdout);
    assert.equal(error.code, code, report);
    assert.match(`${error.message} ${error.hint ?? ''}`, says, report);
  }
}

/** --dry-run prints the request: a line with method and path, then the body as JSON, if there is one. */
export async function assertDryRuns(
  cli: Cli,
  cases: readonly { words: readonly string[]; request: string; body: unknown }[],
): Promise<void> {
  for (const { words, request, body } of cases) {
    const { code, stdout, stderr } = await cli.run([...words, '--dry-run']);
    assert.equal(code, 0, stderr);
    const [line = '', ...rest] = stdout.split('\n');
    assert.equal(line, request);
    const text = rest.join('\n').trim();
    assert.deepEqual(text === '' ? null : JSON.parse(text), body);
  }
}
