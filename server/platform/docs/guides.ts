import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Marked } from 'marked';
import type { GuideLink } from './pages.ts';

/** The pages of `docs` for the authors of clients, in the order of the list; the others concern operators and contributors. */
const GUIDES: readonly GuideLink[] = [
  { name: 'client-guide', title: 'Client guide' },
  { name: 'kotlin-swift', title: 'Kotlin and Swift' },
  { name: 'store-review', title: 'Store review checklist' },
  { name: 'webhooks', title: 'Webhooks' },
  { name: 'reference/tenancy', title: 'Projects' },
  { name: 'reference/tokens', title: 'Tokens' },
  { name: 'reference/otp', title: 'One-time codes' },
  { name: 'reference/errors', title: 'Errors' },
  { name: 'reference/envelopes', title: 'Success bodies' },
  { name: 'reference/pagination', title: 'Pagination' },
  { name: 'reference/idempotency', title: 'Repeating a request' },
  { name: 'reference/rate-limits', title: 'Rate limits' },
  { name: 'reference/update-check', title: 'Update check' },
];

/** The build copies `docs` to `dist/docs`, so one relative address serves the sources and the build. */
const FOLDER = path.join(import.meta.dirname, '../../../docs');

/** The guides as HTML. They are read when the first one is opened, so that a server without readers spends no memory on them. */
export class Guides {
  readonly list = GUIDES;
  #texts: Promise<ReadonlyMap<string, string>> | null = null;

  /** The text of a guide as HTML, or null when there is no such guide. */
  async html(name: string): Promise<string | null> {
    this.#texts ??= renderAll().catch((error: unknown) => {
      this.#texts = null;
      throw error;
    });
    return (await this.#texts).get(name) ?? null;
  }
}

async function renderAll(): Promise<ReadonlyMap<string, string>> {
  const { Marked } = await import('marked');
  const rendered = GUIDES.map(async ({ name }): Promise<[string, string]> => {
    const markdown = await readFile(path.join(FOLDER, `${name}.md`), 'utf8');
    return [name, await configure(new Marked(), name).parse(markdown)];
  });
  return new Map(await Promise.all(rendered));
}

/** Two columns begin with these lines and end at the next heading or the next paragraph that begins in bold. */
const COLUMNS = ['With the package', 'By hand'].map((title) => `<p><strong>${title}</strong></p>\n`);
const PAIR = new RegExp(`${COLUMNS[0]}([\\s\\S]*?)${COLUMNS[1]}([\\s\\S]*?)(?=<h[23]|<p><strong>|$)`, 'g');

/** Puts what is done with the package beside what is done by hand. */
function besideEachOther(html: string): string {
  const column = (title: string | undefined, content: string): string => `<section>${title}${content}</section>`;
  return html.replace(
    PAIR,
    (_, first: string, second: string) => `<div class="pair">${column(COLUMNS[0], first)}${column(COLUMNS[1], second)}</div>\n`,
  );
}

/** Gives headings ids as GitHub does, keeps wide tables inside the page, and turns links to files into links to pages. */
function configure(marked: Marked, name: string): Marked {
  return marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = linkOf(href, name);
        return target === null ? text : `<a href="${target}">${text}</a>`;
      },
    },
    hooks: {
      postprocess: (html) =>
        besideEachOther(html).replaceAll('<table>', '<div class="table"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
}

function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** The address of a link on the page of `from`; null for files that are not guides, whose readers have the repository. */
function linkOf(href: string, from: string): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const target = path.posix.join(path.posix.dirname(from), file).replace(/\.md$/, '');
  if (!GUIDES.some(({ name }) => name === target)) return null;
  return file.replace(/\.md$/, '') + (anchor === undefined ? '' : `#${anchor}`);
}
