#!/usr/bin/env node
/** The entry point. Old versions of Node must be able to read this file: no static import, and no syntax newer than theirs. */

const NEEDED = '^20.19.0 || ^22.13.0 || >=24';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** A worker has the arguments of the first process, behind a word for itself. */
async function run(): Promise<void> {
  const { runProgram } = await import('./commands/diwan-server/program.ts');
  await runProgram(process.argv.slice(2).filter((word) => !word.startsWith('--worker=')));
}

if (major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) void run();
else {
  console.error(`Diwan needs Node.js ${NEEDED}, and this is ${process.versions.node}: install Node.js 24 from https://nodejs.org.`);
  process.exitCode = 1;
}
