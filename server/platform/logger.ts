import pino, { type DestinationStream, type Logger as PinoLogger } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { loggableError } from './loggable-error.ts';

export type Logger = PinoLogger;

/** Errors of the database carry statements and values; these stay out of the log, whoever writes the line. */
const serializers = { err: (error: unknown) => (error instanceof Error ? loggableError(error) : error) };

export interface ProcessLogger {
  readonly log: Logger;
  /** Writes the one line that each request leaves. */
  readonly logAnswer: AnswerLogger;
  /** Writes out what is buffered; call before the process ends. */
  flush(): void;
}

/**
 * JSON lines on standard output, pretty on a terminal. Lines are written in blocks, at least once a second, so that a
 * slow log never holds a request up; a log whose reader went away (EPIPE) is dropped and the service goes on.
 */
export function createLogger(level: string, pretty = process.stdout.isTTY === true): ProcessLogger {
  if (pretty) {
    const log = pino({ level, serializers }, PinoPretty({ colorize: true, ignore: 'pid,hostname', sync: true }) as DestinationStream);
    return { log, logAnswer: answerLogger(log), flush: () => {} };
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
  if (!log.isLevelEnabled('info')) return { log, logAnswer: answerLogger(log), flush: () => flushQuietly(out) };
  const answers = jsonAnswerLogger(out);
  const flush = (): void => {
    answers.handOver();
    flushQuietly(out);
  };
  return { log, logAnswer: answers.logAnswer, flush };
}

function flushQuietly(out: { flushSync(): void }): void {
  try {
    out.flushSync();
  } catch {
    // nothing was buffered, or the reader is gone: there is nobody left to tell
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
 * The line of `answerLogger` put together by hand, for it is written for every request: a third of what the general way costs. The
 * lines of one turn of the event loop go out together. Nothing in them is the client's own text: ids have a narrow alphabet, methods
 * are the parser's, routes the rows'.
 */
function jsonAnswerLogger(out: { write(lines: string): void }): { logAnswer: AnswerLogger; handOver(): void } {
  let waiting = '';
  const handOver = (): void => {
    if (waiting !== '') out.write(waiting);
    waiting = '';
  };
  const logAnswer: AnswerLogger = ({ method, route, status, seconds }, requestId) => {
    const level = status >= 500 ? 'error' : 'info';
    const facts = `"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${Math.round(seconds * 1e6) / 1e3}`;
    if (waiting === '') setImmediate(handOver);
    waiting += `{"level":"${level}"${pino.stdTimeFunctions.isoTime()},"pid":${process.pid},${facts},"msg":"answered"}\n`;
  };
  return { logAnswer, handOver };
}

/** The line that each request leaves: what was asked by its pattern, never by its address, and how it ended. */
export function answerLogger(log: Logger): AnswerLogger {
  if (!log.isLevelEnabled('error')) return () => {};
  return ({ method, route, status, seconds }, requestId) => {
    const line = { requestId, method, route, status, ms: Math.round(seconds * 1e6) / 1e3 };
    if (status >= 500) log.error(line, 'answered');
    else log.info(line, 'answered');
  };
}
