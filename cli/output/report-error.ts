import { CliError, type CliErrorFacts, EXIT, type ExitCode } from '../errors.ts';
import { type Io, wantsColor } from '../io.ts';
import { oneLine } from './safe-text.ts';

/** Tells why a command failed, with the next step, and answers its exit code. With `json` the one document on stdout is the error. */
export function reportError(error: unknown, io: Io, { json, color }: { json: boolean; color: boolean }): ExitCode {
  const facts = factsOf(error);
  if (json) {
    const { code, message, hint, requestId, details } = facts;
    io.stdout.write(
      `${JSON.stringify({ error: { code, message, hint: hint ?? null, requestId: requestId ?? null, ...(details ? { details } : {}) } })}\n`,
    );
    return facts.exit;
  }
  const red = wantsColor(io.stderr, io.env, color)
    ? (text: string): string => `\u001b[31m${text}\u001b[39m`
    : (text: string): string => text;
  const lines = [
    `${red('error')} ${oneLine(facts.message)}`,
    ...(facts.details ?? []).map((detail) => `  - ${oneLine(detail)}`),
    ...(facts.hint === undefined ? [] : [`  next: ${facts.hint}`]),
    ...(facts.requestId === undefined || facts.exit !== EXIT.failed ? [] : [`  request id: ${oneLine(facts.requestId)}`]),
  ];
  if (!(error instanceof CliError) && io.env['DIWAN_DEBUG'] && error instanceof Error) lines.push(error.stack ?? '');
  io.stderr.write(`${lines.join('\n')}\n`);
  return facts.exit;
}

function factsOf(error: unknown): CliErrorFacts {
  if (error instanceof CliError) return error.facts;
  const message = error instanceof Error ? error.message : String(error);
  return {
    exit: EXIT.failed,
    code: 'unexpected',
    message: `Something is wrong with diwan itself: ${message}`,
    hint: 'run it again with DIWAN_DEBUG=1 to see where',
  };
}
