import { lazy, Suspense } from 'react';

const ParsedMarkdown = lazy(async () => ({ default: (await import('./parsed-markdown.tsx')).ParsedMarkdown }));

/** A preview of Markdown. The parser is downloaded with the first one; until then, the text is shown as it is. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense
      fallback={
        <div className="markdown" dir="auto">
          {text}
        </div>
      }
    >
      <ParsedMarkdown text={text} />
    </Suspense>
  );
}
