import { copyFileSync } from 'node:fs';
import { checkBreaks, RECORDED } from './breaking.ts';
import { withDocument } from './document-file.ts';
import { installApiTools } from './install.ts';

/** `npm run api-document`: records the API in docs/openapi.json, unless that would hide a breaking change. */
process.exitCode = await withDocument(async (api) => {
  const faults = await checkBreaks(api, await installApiTools());
  if (faults === null) copyFileSync(api, RECORDED);
  console.log(faults ?? 'docs/openapi.json describes the API as it is now.');
  return faults === null ? 0 : 1;
});
