import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { pageHeaders } from '../http/fast-path/response-headers.ts';

const STYLE = `
:root { color-scheme: light dark; --text: #1e293b; --quiet: #475569; --back: #f8fafc; --card: #fff; --line: #cbd5e1; --accent: #0f766e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e2e8f0; --quiet: #94a3b8; --back: #0f1719; --card: #172224; --line: #334155; --accent: #5eead4; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 10vh 16px 32px; background: var(--back); color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
header { display: flex; align-items: center; gap: 12px; }
h1 { margin: 0; font-size: 24px; line-height: 1.3; }
svg { flex: none; }
p { margin: 12px 0; overflow-wrap: anywhere; }
.state { font-weight: 600; }
.state::before { content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 8px; border-radius: 50%; background: #16a34a; }
.state.warning::before { background: #d97706; }
.state.failure::before { background: #dc2626; }
ul { margin: 20px 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
a { color: var(--accent); }
li a { display: block; padding: 12px 2px; font-weight: 600; text-decoration: none; }
li a:hover, li a:focus-visible { text-decoration: underline; }
li span { display: block; color: var(--quiet); font-size: 14px; font-weight: 400; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
footer { margin-top: 20px; color: var(--quiet); font-size: 14px; }
`;

const LOGO = `<svg width="36" height="36" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0f766e"/>
<g fill="none" stroke="#fff" stroke-linecap="round"><path d="M9 25V13a7 7 0 0 1 14 0v12" stroke-width="2.6"/>
<path d="M13 18h6M13 22h6" stroke-width="2.2"/></g></svg>`;

/** The style sheet and the script of a kind of page. Both are in the page itself and allowed by their digests. */
export interface PageAssets {
  readonly style: string;
  /** May send requests to this server; null for none. */
  readonly script: string | null;
}

interface PageOptions extends PageAssets {
  /** Whether the browser sends the forms of the page to this server; a script sends them otherwise. */
  readonly sendsForms?: boolean;
}

interface PageKind extends PageAssets {
  readonly policy: Readonly<Record<string, string>>;
}

/** A kind of page with our frame. Nothing may be loaded from elsewhere, and no form is sent elsewhere. */
export function pageKind({ style, script, sendsForms = false }: PageOptions): PageKind {
  const directives = {
    defaultSrc: ["'none'"],
    styleSrc: [digestOf(STYLE + style)],
    imgSrc: ['data:'],
    ...(script !== null && { scriptSrc: [digestOf(script)], connectSrc: ["'self'"] }),
    baseUri: ["'none'"],
    formAction: [sendsForms ? "'self'" : "'none'"],
    frameAncestors: ["'none'"],
  };
  const policy = pageHeaders(directives);
  return { style: STYLE + style, script, policy };
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const PLAIN = pageKind({ style: '', script: null });

export type PageLanguage = 'en' | 'ar';

export interface HtmlPage {
  readonly title: string;
  /** HTML below the heading; texts in it must be escaped. */
  readonly body: string;
  /** Plain by default. */
  readonly kind?: PageKind;
  /** English by default. */
  readonly language?: PageLanguage;
  /** HTML beside the heading. */
  readonly aside?: string;
}

/** Sends a page with our frame. It is never cached, because it shows a moment. */
export function sendHtml(res: Response, status: number, page: HtmlPage): void {
  const { title, body, kind = PLAIN, language = 'en', aside = '' } = page;
  const bytes = Buffer.from(`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,">
<style>${kind.style}</style>
<main>
<header>${LOGO}<h1>${escapeHtml(title)}</h1>${aside}</header>
${body}
</main>${kind.script === null ? '' : `\n<script>${kind.script}</script>`}
</html>
`);
  res.writeHead(status, {
    ...kind.policy,
    ...res.locals.exchange.headers.all,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    Vary: page.language === undefined ? 'Accept' : 'Accept-Language',
  });
  res.end(bytes);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML, also inside of an attribute with quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
