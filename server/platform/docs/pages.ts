/** The HTML of the docs pages. Addresses are relative, so that the pages work behind a path prefix. */

/** The relative addresses that a page needs. */
export interface PageAddresses {
  /** The folder of the docs: '' or ends with a slash. */
  readonly base: string;
  /** The OpenAPI document. */
  readonly document: string;
  /** Changes with the files, so that browsers may keep them for a year. */
  readonly version: string;
}

/** A guide as the list of guides shows it. */
export interface GuideLink {
  readonly name: string;
  readonly title: string;
}

/** The samples of Scalar for the languages of our clients. */
const SAMPLES = [
  ['shell/curl', 'curl'],
  ['js/fetch', 'JavaScript'],
  ['swift/nsurlsession', 'Swift'],
  ['kotlin/okhttp', 'Kotlin'],
  ['dart/http', 'Dart'],
] as const;

const SIGN_IN = `<dialog id="sign-in" class="sign-in" aria-labelledby="sign-in-title">
<form>
  <div><h2 id="sign-in-title">Sign in</h2><p>Requests that you test are then sent with your access token.</p></div>
  <fieldset>
    <label><input type="radio" name="way" value="operator"> Operator</label>
    <label><input type="radio" name="way" value="user"> User of an app</label>
  </fieldset>
  <label class="field"><span id="name-label">Username</span><input name="name" autocomplete="username" required></label>
  <label class="field">Password<input name="password" type="password" autocomplete="current-password" required></label>
  <label class="field" id="project-field">Project number (leave it empty for the default project)
    <input name="project" inputmode="numeric" pattern="[1-9][0-9]*"></label>
  <p id="sign-in-fault" class="fault" role="alert"></p>
  <div class="actions"><button class="button" type="button" id="close-sign-in">Cancel</button>
  <button class="button main" type="submit">Sign in</button></div>
</form>
</dialog>`;

/** The API reference; its scripts load the document and draw it. */
export function referencePage(addresses: PageAddresses): string {
  const { base, document, version } = addresses;
  const options = SAMPLES.map(([client, name]) => `<option value="${client}">${name}</option>`);
  const end = `<div class="end"><select class="button" id="language" aria-label="Language of the samples">${options.join('')}</select>
<div id="session"><button class="button main" type="button" id="open-sign-in">Sign in</button>
<div id="signed-in" hidden><span id="signed-in-name"></span>
<button class="button" type="button" id="sign-out">Sign out</button></div></div></div>`;
  return `${head('Diwan API reference', addresses)}
<body>
${bar('reference', end, addresses)}
${SIGN_IN}
<div id="reference" data-document="${document}"><p class="note">Loading the API reference…</p></div>
<noscript><p class="note">The API reference needs JavaScript. Without it, read <a href="${document}">openapi.json</a>
or the <a href="${base}guides/client-guide">guides</a>.</p></noscript>
<script src="${base}scalar.js?v=${version}"></script><script src="${base}reference.js?v=${version}"></script>
</body>
</html>
`;
}

/** A guide with the list of all guides beside it; `html` is its text. */
export function guidePage(
  { name, title, html }: GuideLink & { readonly html: string },
  guides: readonly GuideLink[],
  addresses: PageAddresses,
): string {
  const { base, version } = addresses;
  const links = guides.map(
    (guide) => `<a href="${base}guides/${guide.name}"${guide.name === name ? ' aria-current="page"' : ''}>${guide.title}</a>`,
  );
  const end = `<div class="end"><button class="button" type="button" id="toggle-theme" aria-label="Change between light and dark">◐</button></div>`;
  return `${head(`${title} – Diwan`, addresses, `<script src="${base}theme.js?v=${version}"></script>`)}
<body>
${bar('guides', end, addresses)}
<div class="guide">
<aside><nav aria-label="Guides">${links.join('\n')}</nav></aside>
<main>${html}</main>
</div>
</body>
</html>
`;
}

function head(title: string, { base, version }: PageAddresses, more = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="icon" href="${base}logo.svg?v=${version}" type="image/svg+xml">
<link rel="stylesheet" href="${base}docs.css?v=${version}">${more}
</head>`;
}

function bar(current: 'reference' | 'guides', end: string, { base, document, version }: PageAddresses): string {
  const mark = (name: string): string => (name === current ? ' aria-current="page"' : '');
  return `<header class="bar">
<a class="brand" href="${base || './'}"><img src="${base}logo.svg?v=${version}" alt="Diwan" width="24" height="24"><span>Diwan</span></a>
<nav aria-label="Documentation"><a href="${base || './'}"${mark('reference')}>Reference</a>
<a href="${base}guides/client-guide"${mark('guides')}>Guides</a><a class="wide" href="${document}">openapi.json</a></nav>
${end}
</header>`;
}
