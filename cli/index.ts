#!/usr/bin/env node
import { processIo } from './io.ts';
import { runProgram } from './program.ts';

const interrupted = new AbortController();
const LONGEST_GOODBYE_MS = 1_000;
process.once('SIGINT', () => {
  interrupted.abort();
  // what is under way says its last word; what hangs, or whoever presses it again, does not wait for that
  setTimeout(() => process.exit(130), LONGEST_GOODBYE_MS).unref();
  process.once('SIGINT', () => process.exit(130));
});
// `| head -1` closes the pipe: what is left to say has no reader
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const code = await runProgram(process.argv.slice(2), processIo(), interrupted.signal);
process.exitCode = code;
