import { CliError, type CliErrorInfo, EXIT, type ExitCode, messageOf } from '../errors/errors.ts';
import { type Io, isTerminal, wantsColor } from '../io.ts';
import { escapeJson, oneLine } from './safe-text.ts';

/** An error as JSON. `requestId` is null when no server answered. */
export function errorBody({ code, message, hint, requestId, details }: CliErrorInfo): object {
  return { code, message, hint: hint ?? null, requestId: requestId ?? null, ...(details ? { details } : {}) };
}

/** Prints why a command failed and the next step, and returns the exit code. If `json` is set, the error is the only document on stdout. */
export function reportError(error: unknown, io: Io, { json, color }: { json: boolean; color: boolean }): ExitCode {
  const info = infoOf(error);
  if (json) {
    const text = JSON.stringify({ error: errorBody(info) });
    io.stdout.write(`${isTerminal(io.stdout) ? escapeJson(text) : text}\n`);
    return info.exit;
  }
  const red = wantsColor(io.stderr, io.env, color)
    ? (text: string): string => `\u001b[31m${text}\u001b[39m`
    : (text: string): string => text;
  const lines = [
    `${red('error')} ${oneLine(info.message)}`,
    ...(info.details ?? []).map((detail) => `  - ${oneLine(detail)}`),
    ...(info.hint === undefined ? [] : [`  next: ${oneLine(info.hint)}`]),
    ...(info.requestId === undefined || info.exit !== EXIT.failed ? [] : [`  request id: ${oneLine(info.requestId)}`]),
  ];
  if (!(error instanceof CliError) && io.env['DIWAN_DEBUG'] && error instanceof Error) lines.push(error.stack ?? '');
  io.stderr.write(`${lines.join('\n')}\n`);
  return info.exit;
}

function infoOf(error: unknown): CliErrorInfo {
  if (error instanceof CliError) return error.info;
  return {
    exit: EXIT.failed,
    code: 'unexpected',
    message: `Internal error of diwan: ${messageOf(error)}`,
    hint: 'run the command again with DIWAN_DEBUG=1 to see the stack trace',
  };
}
