import { countOf } from '../counts.ts';
import type { ApiError } from '../errors.ts';
import { escapeHtml, type HtmlPage, type PageLanguage, pageKind } from './html.ts';

/** The parts that the pages for the users of apps share. */

/** Buttons, and the link to the other language. */
export const PAGE_STYLE = `
:root { --danger: #b91c1c; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --danger: #fca5a5; --on-accent: #0f1719; } }
h1 { flex: 1; }
.language { padding: 8px 0; }
.hint { margin: 0 0 6px; color: var(--quiet); font-size: 14px; }
form + .hint { margin-top: 6px; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 16px; }
button { min-height: 48px; padding: 8px 18px; border: 1px solid var(--accent); border-radius: 8px; background: transparent;
  color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.main { background: var(--accent); color: var(--on-accent); }
button.danger { border-color: var(--danger); background: var(--danger); }
button:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
@media (max-width: 480px) {
  body { padding-top: 16px; }
  main { padding: 20px; }
  h1 { font-size: 21px; }
  .actions button { flex: 1 1 100%; }
}
`;

const REFUSED = pageKind({ style: PAGE_STYLE, script: null });

type Texts = readonly [title: string, text: string];

const REFUSALS: Readonly<Record<PageLanguage, Readonly<Record<'throttled' | 'unavailable' | 'failed', Texts>>>> = {
  en: {
    throttled: ['Too many requests', 'Open this page again in {wait}.'],
    unavailable: ['Not available now', 'The server is busy or is starting. Open this page again in a minute.'],
    failed: ['Something went wrong', 'This page cannot be shown. Check its address and open it again.'],
  },
  ar: {
    throttled: ['عدد الطلبات كبير', 'افتح هذه الصفحة مرة أخرى بعد {wait}.'],
    unavailable: ['الخدمة غير متاحة الآن', 'الخادم مشغول أو قيد التشغيل. افتح هذه الصفحة مرة أخرى بعد دقيقة.'],
    failed: ['حدث خطأ', 'لا يمكن عرض هذه الصفحة. تحقق من عنوانها ثم افتحها مرة أخرى.'],
  },
};

/** The page of a refusal. A project that is switched off looks like none. `notFound` has title and text. */
export function refusalPage(
  { status, extras }: ApiError,
  { language, notFound }: { language: PageLanguage; notFound: Texts },
): { status: number; page: HtmlPage } {
  const isUnknown = status === 403 || status === 404;
  const reason = status === 429 ? 'throttled' : status === 503 ? 'unavailable' : 'failed';
  const [title, text] = isUnknown ? notFound : REFUSALS[language][reason];
  const wait = countOf(extras.availableIn ?? 1, { unit: 'second', language, place: 'after preposition' });
  const body = `<p>${escapeHtml(text.replace('{wait}', wait))}</p>`;
  return { status: isUnknown ? 404 : status, page: { title, body, kind: REFUSED, aside: languageLink(language) } };
}

/** A link to the page in the other language. */
export function languageLink(language: PageLanguage): string {
  const [other, name] = language === 'ar' ? ['en', 'English'] : ['ar', 'العربية'];
  return `<a class="language" href="?lang=${other}" lang="${other}" hreflang="${other}">${name}</a>`;
}
