import { readFileSync } from 'node:fs';
import path from 'node:path';
import { deletionPage } from '../../server/controllers/auth/deletion-page/page.ts';
import { ERROR_CODES } from '../../server/domain/errors/catalogue.ts';
import { buildOpenApi } from '../../server/platform/openapi/document.ts';
import type { OpenApiDocument } from '../../server/platform/openapi/types.ts';
import { appsServices } from '../../server/routes/apps/index.ts';
import { authServices } from '../../server/routes/auth/index.ts';
import { feedbackService } from '../../server/routes/feedback/index.ts';
import { platformAdminService } from '../../server/routes/platform-admin/index.ts';

const PACKAGE = path.join(import.meta.dirname, '../../package.json');

/** The document that the server of this version serves as `/openapi.json`, built without a server. */
export function apiDocument(): OpenApiDocument {
  const { version }: { version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  return buildOpenApi([...appsServices, feedbackService, ...authServices, platformAdminService], {
    version,
    errors: ERROR_CODES,
    pages: [deletionPage],
  });
}
