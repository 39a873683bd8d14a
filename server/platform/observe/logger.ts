import pino, { type Logger as PinoLogger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { systemClock } from '../clock.ts';
import { loggableError } from './loggable-error.ts';

export type Logger = PinoLogger;

/** Errors of the database contain statements and values, which must stay out of the log. */
const serializers = { err: (error: unknown) => (error instanceof Error ? loggableError(error) : error) };

export interface ProcessLogger {
  readonly log: Logger;
  /** Writes the log line of a request. */
  readonly logAnswer: AnswerLogger;
  /** Writes the buffered lines; call it before the process exits. */
  flush(): void;
}

/**
 * JSON lines on standard output, readable text on a terminal. Lines are buffered for at most a second, so that slow output does not delay
 * requests. If the reader of the output goes away (EPIPE), lines are dropped and the service goes on.
 */
export function createLogger(level: string, pretty = process.stdout.isTTY === true): ProcessLogger {
  if (pretty) {
    const log = pino({ level, serializers }, PinoPretty({ colorize: true, ignore: 'pid,hostname', singleLine: true, sync: true }));
    return { log, logAnswer: terminalAnswerLogger(log), flush: () => {} };
  }
  const out = pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 1000 });
  out.on('error', () => {});
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      serializers,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    out,
  );
  if (!log.isLevelEnabled('info')) return { log, logAnswer: answerLogger(log), flush: () => flushIfPossible(out) };
  const answers = jsonAnswerLogger(out);
  const flush = (): void => {
    answers.writeBuffered();
    flushIfPossible(out);
  };
  return { log, logAnswer: answers.logAnswer, flush };
}

function flushIfPossible(out: { flushSync(): void }): void {
  try {
    out.flushSync();
  } catch {
    // the buffer is empty, or the reader of the output is gone
  }
}

interface Answer {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export type AnswerLogger = (answer: Answer, requestId: string) => void;

/**
 * Writes the line of `answerLogger` by string concatenation, at a third of pino's cost, and the lines of one event-loop turn together.
 * No escaping is needed: request ids have a narrow alphabet, methods come from the parser, routes from the endpoints.
 */
function jsonAnswerLogger(out: { write(lines: string): void }): { logAnswer: AnswerLogger; writeBuffered(): void } {
  const time = millisecondTime();
  let buffered = '';
  const writeBuffered = (): void => {
    if (buffered !== '') out.write(buffered);
    buffered = '';
  };
  const logAnswer: AnswerLogger = ({ method, route, status, seconds }, requestId) => {
    const level = isFailure(route, status) ? 'error' : 'info';
    const fields = `"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${Math.round(seconds * 1e6) / 1e3}`;
    if (buffered === '') setImmediate(writeBuffered);
    buffered += `{"level":"${level}"${time()},"pid":${process.pid},${fields},"msg":"answered"}\n`;
  };
  return { logAnswer, writeBuffered };
}

/** The time field of `pino.stdTimeFunctions.isoTime`, formatted once for all lines of a millisecond. */
function millisecondTime(): () => string {
  let [ms, field] = [0, ''];
  return () => {
    const now = systemClock.now();
    if (now.getTime() !== ms) [ms, field] = [now.getTime(), `,"time":"${now.toISOString()}"`];
    return field;
  };
}

/** The log line of a request. It names the route's pattern, never the address, which may contain personal data. */
export function answerLogger(log: Logger): AnswerLogger {
  if (!log.isLevelEnabled('error')) return () => {};
  return ({ method, route, status, seconds }, requestId) => {
    const line = { requestId, method, route, status, ms: Math.round(seconds * 1e6) / 1e3 };
    if (isFailure(route, status)) log.error(line, 'answered');
    else log.info(line, 'answered');
  };
}

/** One line for people, such as `GET /healthz 200 in 1.2 ms`. */
function terminalAnswerLogger(log: Logger): AnswerLogger {
  return ({ method, route, status, seconds }, requestId) => {
    const line = `${method} ${route} ${status} in ${Math.round(seconds * 1e4) / 10} ms`;
    if (isFailure(route, status)) log.error({ requestId }, line);
    else log.info({ requestId }, line);
  };
}

/** A probe that is answered 503 has done its work: the process starts or ends. */
function isFailure(route: string, status: number): boolean {
  return status >= 500 && !(status === 503 && route === '/readyz');
}
