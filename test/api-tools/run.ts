import { recordedApi } from '../support/api-document.ts';
import { checkClientPackage } from './client-package.ts';
import { withDocument } from './document-file.ts';
import { generateClients } from './generators.ts';
import { installApiTools, RegistryUnreachable } from './install.ts';
import { lintWithRedocly, lintWithSpectral } from './linters.ts';
import { generateModels } from './models.ts';

/** Checks the document at a path with the tools in a folder. Resolves to the faults, or to null. */
type Gate = (api: string, tools: string) => Promise<string | null>;

const GATES: Readonly<Record<string, Gate>> = {
  'Redocly recommended': lintWithRedocly,
  'Spectral oas': lintWithSpectral,
  'clients of five generators': generateClients,
  'models for Kotlin, Swift and Dart': generateModels,
  'package @diwan/client': checkClientPackage,
};

process.exitCode = await main();

async function main(): Promise<number> {
  const tools = await installApiTools().catch((error: unknown) => {
    if (error instanceof RegistryUnreachable) return error;
    throw error;
  });
  if (tools instanceof RegistryUnreachable) return reportUnchecked(tools.message);
  return withDocument(recordedApi(), async (api) => {
    const passed = await Promise.all(Object.entries(GATES).map(([name, gate]) => report(name, gate(api, tools))));
    return passed.includes(false) ? 1 : 0;
  });
}

/** Without a network, work goes on elsewhere; but a build that checks less than it should must not look good. */
function reportUnchecked(reason: string): number {
  console.log(`NOT CHECKED: the OpenAPI document. ${reason}`);
  return process.env['CI'] === undefined || process.env['CI'] === '' ? 0 : 1;
}

async function report(name: string, gate: Promise<string | null>): Promise<boolean> {
  const started = performance.now();
  const faults = await gate;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${faults === null ? 'ok' : 'FAILED'} in ${seconds} s`);
  if (faults !== null) console.log(faults.trimEnd());
  return faults === null;
}
