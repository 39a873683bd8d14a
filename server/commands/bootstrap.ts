import { runProgram } from './diwan-server/program.ts';

/** The same as `diwan-server bootstrap`, for manifests and scripts that name this file. */
await runProgram(['bootstrap', ...process.argv.slice(2)]);
