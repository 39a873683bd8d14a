import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { MATRIX_FILE, recordMatrix } from '../platform-admin/matrix.ts';
import { API_FILE, describeApi } from '../support/api-document.ts';
import { ERRORS_PAGE, withErrorTable } from '../support/error-table.ts';
import { recordExamples } from '../support/examples/record.ts';
import { findUnnamedBreaks } from './breaking.ts';
import { withDocument } from './document-file.ts';
import { installApiTools } from './install.ts';

/** The first part of `npm run api`: writes what is derived from the endpoints. The second part generates the types of the CLI. */
process.exitCode = await main();

/** Writes nothing if that would hide a breaking change. */
async function main(): Promise<number> {
  const tools = await installApiTools();
  const faults = await withDocument(describeApi(await recordExamples()), async (api) => {
    const found = await findUnnamedBreaks(api, tools);
    if (found === null) copyFileSync(api, API_FILE);
    return found;
  });
  if (faults !== null) return refuse(faults);
  writeFileSync(ERRORS_PAGE, withErrorTable(readFileSync(ERRORS_PAGE, 'utf8')));
  writeFileSync(MATRIX_FILE, `${JSON.stringify(await recordMatrix(), null, 2)}\n`);
  return 0;
}

function refuse(faults: string): number {
  console.log(faults);
  return 1;
}
