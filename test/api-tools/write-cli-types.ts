import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CLI_TYPES_FILE, generateCliTypes } from './cli-types.ts';
import { withDocument } from './document-file.ts';
import { installApiTools } from './install.ts';

/** The first half of `npm run api-types`: writes the types of the CLI. */
await withDocument(async (api) => writeFileSync(CLI_TYPES_FILE, await generateCliTypes(await installApiTools(), path.dirname(api))));
