/** The docs page's own files beside Swagger UI, as texts in a module, so that the build need not copy them. */

/** The page; `base` and `spec` are the relative addresses of its files and of the document. */
export function docsHtml({ base, spec, version }: { base: string; spec: string; version: string }): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Diwan API reference</title>
<link rel="icon" href="${base}logo.svg?v=${version}" type="image/svg+xml">
<link rel="stylesheet" href="${base}swagger-ui.css?v=${version}"><link rel="stylesheet" href="${base}docs.css?v=${version}">
<header class="diwan">
  <img src="${base}logo.svg?v=${version}" alt="" width="28" height="28"><b>Diwan</b> <span>API reference</span>
  <a href="${spec}">openapi.json</a>
</header>
<div id="swagger-ui" data-spec="${spec}">
  <noscript>This page needs JavaScript; without it, read <a href="${spec}">openapi.json</a>.</noscript>
</div>
<script src="${base}swagger-ui-bundle.js?v=${version}"></script><script src="${base}init.js?v=${version}"></script>
</html>
`;
}

export const LOGO_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#0f766e"/>
<g fill="none" stroke="#fff" stroke-linecap="round">
<path d="M9 25V13a7 7 0 0 1 14 0v12" stroke-width="2.6"/><path d="M13 18h6M13 22h6" stroke-width="2.2"/>
</g>
</svg>
`;

export const DOCS_CSS = `html { scroll-padding-top: 4rem; }
body { margin: 0; background: #fafafa; }
.diwan {
  position: sticky; top: 0; z-index: 5; display: flex; align-items: center; gap: .6rem; padding: .6rem 1.25rem;
  color: #fff; background: #134e4a; font: 16px/1.4 system-ui, sans-serif;
}
.diwan span { opacity: .85; }
.diwan a { margin-left: auto; color: #ccfbf1; }
.swagger-ui .info { margin: 28px 0 12px; }
.swagger-ui .scheme-container { padding: 14px 0; box-shadow: none; background: none; }
.swagger-ui .scheme-container .schemes > .schemes-server-container { display: none; }
.search { padding: 0 20px; box-sizing: border-box; max-width: 1460px; margin: 0 auto 8px; }
.swagger-ui .search input[type=search] {
  box-sizing: border-box; width: 100%; max-width: none; margin: 0; padding: .7rem .9rem;
  color: inherit; background: #fff; border: 1px solid #94a3b8; border-radius: 6px; font: 16px/1.4 system-ui, sans-serif;
}
.swagger-ui .search input[type=search]:focus-visible { outline: 2px solid #0f766e; outline-offset: 1px; }
.search p { margin: .4rem 0 0; min-height: 1.4em; font: 14px/1.4 system-ui, sans-serif; color: #475569; }
.search.nothing + main h3 { display: none; }
.swagger-ui .info hgroup .link, .swagger-ui .response-col_links { display: none; }
/* all refusals have the same body, shown once under Schemas; here only their codes */
.swagger-ui tr.response:is([data-code^="4"], [data-code^="5"]) :is(.response-controls, .model-example, .headers-wrapper) { display: none; }
.swagger-ui tr.response .renderedMarkdown ul { margin: 0; padding-left: 1.2em; }
html.dark-mode body { background: #1c2022; }
html.dark-mode .swagger-ui .search input[type=search] { color: #e2e8f0; background: #24292c; }
html.dark-mode .search p { color: #cbd5e1; }
`;

export const INIT_JS = `'use strict';
(() => {
  const STORAGE_KEY = 'diwan-docs-authorized';

  /** Every word must occur in the operation's method, path, id, summary, description or heading; \`:slug\` finds \`{slug}\`. */
  const isMatch = (words, operation, heading) => {
    const details = ['operationId', 'summary', 'description'].map((name) => operation.getIn(['operation', name]));
    const text = [operation.get('method'), operation.get('path'), ...details, heading].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };

  const opsFilter = (headings, phrase) => {
    const words = phrase.toLowerCase().replace(/:([a-z]\\w*)/g, '{$1}').split(/\\s+/).filter(Boolean);
    const filterGroup = (group, heading) => group.update('operations', (all) => all.filter((operation) => isMatch(words, operation, heading)));
    return headings.map(filterGroup).filter((group) => group.get('operations').size > 0);
  };

  const count = (headings) => headings.reduce((sum, group) => sum + group.get('operations').size, 0);

  const SearchBox = (system) => ({ layoutSelectors, layoutActions, specSelectors }) => {
    const create = system.React.createElement;
    const phrase = layoutSelectors.currentFilter();
    const isSearching = typeof phrase === 'string' && phrase.trim() !== '';
    const total = specSelectors.operations().size;
    const found = isSearching ? count(specSelectors.taggedOperations()) : total;
    const status = isSearching ? found + ' of ' + total + ' endpoints' : total + ' endpoints';
    return create('div', { className: found === 0 ? 'search nothing' : 'search' },
      create('input', {
        type: 'search',
        placeholder: 'Search path, summary, description, heading',
        'aria-label': 'Search the endpoints',
        value: typeof phrase === 'string' ? phrase : '',
        onChange: (event) => layoutActions.updateFilter(event.target.value),
      }),
      create('p', { role: 'status' }, status));
  };

  /** Keeps credentials until the tab is closed; Swagger UI itself would keep them forever. */
  const keepForSession = {
    statePlugins: {
      auth: {
        wrapActions: {
          persistAuthorizationIfNeeded: (_original, system) => () => {
            sessionStorage.setItem(STORAGE_KEY, JSON.stringify(system.authSelectors.authorized().toJS()));
          },
        },
      },
    },
  };

  const restore = (ui) => {
    const kept = sessionStorage.getItem(STORAGE_KEY);
    if (kept !== null) ui.authActions.restoreAuthorization({ authorized: JSON.parse(kept) });
  };

  const dark = matchMedia('(prefers-color-scheme: dark)');
  const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', applyTheme);
  applyTheme();

  const target = document.getElementById('swagger-ui');
  const ui = SwaggerUIBundle({
    domNode: target,
    url: new URL(target.dataset.spec, location.href).href,
    presets: [SwaggerUIBundle.presets.apis],
    plugins: [(system) => ({ fn: { opsFilter }, components: { FilterContainer: SearchBox(system) } }), () => keepForSession],
    layout: 'BaseLayout',
    filter: true,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    showExtensions: false,
    validatorUrl: null,
    onComplete: () => restore(ui),
  });
})();
`;
