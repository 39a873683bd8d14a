import { runProgram } from './diwan-server/program.ts';

/** The same as `diwan-server keys:rotate`, for manifests and scripts that name this file. */
await runProgram(['keys:rotate', ...process.argv.slice(2)]);
