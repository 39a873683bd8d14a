import { loadJq } from 'jq-wasm';
import { CliError, EXIT, usageError } from '../errors/errors.ts';

/** Turns a JSON document into the lines that --jq prints. */
export type JsonFilter = (value: unknown) => string;

/** The exit code of jq for an expression that does not compile. */
const NOT_COMPILED = 3;

/**
 * The filter of a jq expression. Strings are printed without quotes, as by `jq -r`.
 * @throws CliError exit 2 for an invalid expression, so that no request is sent with it
 */
export async function createFilter(expression: string, { pretty }: { pretty: boolean }): Promise<JsonFilter> {
  const jq = await loadJq();
  // an expression behind `empty` is compiled, but does not run
  const check = jq.raw('null', `empty |\n${expression}`);
  if (check.exitCode === NOT_COMPILED)
    throw usageError(`--jq "${expression}" is not a valid expression: ${reasonOf(check.stderr)}`, 'see https://jqlang.org/manual');
  const flags = pretty ? ['-r'] : ['-r', '-c'];
  return (value) => {
    // the line break keeps jq from reading an expression such as `-1` as an option
    const { stdout, stderr, exitCode } = jq.raw(JSON.stringify(value), `\n${expression}`, flags);
    if (exitCode !== 0) throw filterFailed(reasonOf(stderr));
    return stdout;
  };
}

function filterFailed(reason: string): CliError {
  const hint = 'the command itself is done; compare the expression with the output of --json of a list or show command';
  return new CliError({ exit: EXIT.failed, code: 'jq_failed', message: `--jq failed: ${reason}`, hint });
}

/** `jq: error (at /dev/stdin:0): Cannot index number` as `Cannot index number`. */
function reasonOf(stderr: string): string {
  const [line = ''] = stderr.split('\n');
  return line
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .replace(/ at <top-level>, line \d+, column \d+:?$/, '')
    .trim();
}
