import { countForms } from '../../../platform/counts.ts';
import { type ApiError, notFound } from '../../../platform/errors.ts';
import { type HtmlPage, type PageLanguage, pageKind } from '../../../platform/pages/html.ts';
import { languageLink, PAGE_STYLE, refusalPage } from '../../../platform/pages/page-parts.ts';
import { type PageRequest, readAssets, type WebPage } from '../../../platform/pages/web-page.ts';
import { MAX_PROJECT_ID } from '../../../schemas/auth/fields.ts';
import type { Auth, AuthProject } from '../../../services/auth/auth.ts';
import { requireProject } from '../../../services/auth/projects.ts';
import { deletionBody } from './body.ts';
import { DELETION_TEXTS } from './texts.ts';

const ASSETS = readAssets(new URL('assets/', import.meta.url));
const KIND = pageKind({ ...ASSETS, style: PAGE_STYLE + ASSETS.style });

/** For people who have removed the app: app stores require that they can delete their account too. */
export const deletionPage: WebPage<Auth> = {
  path: '/account-deletion/:projectId',
  about: {
    operationId: 'openAccountDeletion',
    summary: 'A page on which people delete their account',
    description: 'In English or Arabic, by `Accept-Language` or `?lang=`. Counted by address (`RATE_LIMIT_GLOBAL`).',
    parameter: { description: 'The number of the project.', schema: { type: 'integer', minimum: 1 } },
    notFound: 'There is no such project, or it is switched off.',
  },
  render,
  refuse,
};

/** @throws ApiError 404 `project_not_found`, 403 `project_inactive` */
async function render(auth: Auth, { params, language, base }: PageRequest): Promise<HtmlPage> {
  const project = await requireProject(auth, idOf(params['projectId']));
  const body = deletionBody(project, language) + settingsOf(project, language, base);
  return { title: DELETION_TEXTS[language].title, body, kind: KIND, aside: languageLink(language) };
}

function refuse(error: ApiError, { language }: PageRequest): { status: number; page: HtmlPage } {
  return refusalPage(error, { language, notFound: DELETION_TEXTS[language].notFound });
}

function idOf(text: string | undefined): number {
  const id = text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  if (id <= MAX_PROJECT_ID) return id;
  throw notFound('project');
}

/** Data for the script, which the browser does not run. */
function settingsOf({ id, settings }: AuthProject, language: PageLanguage, base: string): string {
  const texts = DELETION_TEXTS[language].script;
  const waits = (['hour', 'minute', 'second'] as const).map((unit) => [unit, countForms({ unit, language, place: 'after preposition' })]);
  const api = `${base}api/v2/auth/account/deletion`;
  const data = { api, projectId: id, language, hasGrace: settings.accountDeletionDays > 0, texts, waits: Object.fromEntries(waits) };
  return `\n<script type="application/json" id="settings">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
