import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '../../server/boot/version.ts';
import { deletionPage } from '../../server/controllers/auth/deletion-page/page.ts';
import { unsubscribePage } from '../../server/controllers/feedback/unsubscribe-page/page.ts';
import { ERROR_CODES } from '../../server/domain/errors/catalogue.ts';
import { buildOpenApi } from '../../server/platform/openapi/document.ts';
import type { OpenApiDocument, OpenApiExamples } from '../../server/platform/openapi/types.ts';
import { appsServices } from '../../server/routes/apps/index.ts';
import { authServices } from '../../server/routes/auth/index.ts';
import { feedbackService } from '../../server/routes/feedback/index.ts';
import { platformAdminService } from '../../server/routes/platform-admin/index.ts';

/** The record of the API, which the server serves as `/openapi.json`. */
export const API_FILE = path.join(import.meta.dirname, '../../docs/openapi.json');

/** The document in the record. */
export function recordedApi(): OpenApiDocument {
  return JSON.parse(readFileSync(API_FILE, 'utf8'));
}

/** The document that describes the endpoints of this version, with examples by operation. */
export function describeApi(examples: OpenApiExamples): OpenApiDocument {
  return buildOpenApi([...appsServices, feedbackService, ...authServices, platformAdminService], {
    version: VERSION,
    errors: ERROR_CODES,
    examples,
    pages: [deletionPage, unsubscribePage],
  });
}
