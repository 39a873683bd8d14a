import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, type ReactNode, useMemo } from 'react';

// no HTML, and no images: they would tell another host who looks
const PARSER = new MarkdownIt({ html: false, linkify: false }).disable('image');
const TAGS = new Set('p h1 h2 h3 h4 h5 h6 ul ol li strong em s blockquote hr br code pre table thead tbody tr th td'.split(' '));

interface Node {
  readonly token: Token | null;
  readonly children: Node[];
}

/** Markdown. It is built of elements and never of HTML, so that no text can become a script. */
export function ParsedMarkdown({ text }: { readonly text: string }) {
  const tree = useMemo(() => treeOf(PARSER.parse(text, {})), [text]);
  return (
    <div className="markdown" dir="auto">
      {tree.children.map(render)}
    </div>
  );
}

/** Opening and closing tokens as a tree. */
function treeOf(tokens: readonly Token[]): Node {
  const root: Node = { token: null, children: [] };
  const open: Node[] = [root];
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    const node: Node = { token, children: token.children === null ? [] : treeOf(token.children).children };
    open.at(-1)?.children.push(node);
    if (token.nesting === 1) open.push(node);
  }
  return root;
}

function render({ token, children }: Node, key: number): ReactNode {
  if (token === null || token.hidden || token.type === 'inline') return children.map(render);
  if (token.type === 'text') return token.content;
  if (token.type === 'softbreak') return '\n';
  if (token.type === 'code_inline') return <code key={key}>{token.content}</code>;
  if (token.type === 'fence' || token.type === 'code_block') return <pre key={key}>{token.content}</pre>;
  if (token.type === 'link_open') return link(token, children, key);
  // headings of the text lie below those of the page
  const tag = /^h[1-4]$/.test(token.tag) ? 'h3' : token.tag;
  if (!TAGS.has(tag)) return token.content;
  return createElement(tag, { key }, ...(children.length === 0 ? [] : [children.map(render)]));
}

function link(token: Token, children: readonly Node[], key: number): ReactNode {
  const href = String(token.attrGet('href') ?? '');
  if (!/^(https?:|mailto:)/i.test(href)) return <span key={key}>{children.map(render)}</span>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer">
      {children.map(render)}
    </a>
  );
}
