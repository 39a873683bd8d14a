import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/texts.tsx';

interface PageProps {
  /** The `h1`, and the title of the document. */
  readonly title: string;
  /** The title of the browser's tab, where it differs. */
  readonly documentTitle?: string;
  /** Set where the title is the text of a user or the name of a thing. */
  readonly isUserText?: boolean;
  /** Beside the title: a date, a state, a number. */
  readonly note?: ReactNode;
  /** Buttons at the end of the title. */
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: its one `h1`, which takes the focus when the reader comes from another screen, and its content. */
export function Page({ title, documentTitle = title, isUserText = false, note, acts, children }: PageProps) {
  const { shell } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${documentTitle} · ${shell.product}`;
  }, [documentTitle, shell.product]);
  useEffect(() => {
    // on the first load the browser's own place is right; afterwards the content has been replaced
    if (document.documentElement.dataset['visited'] === 'yes') heading.current?.focus({ preventScroll: true });
    document.documentElement.dataset['visited'] = 'yes';
  }, []);
  return (
    <div className="page">
      <div className="title">
        <h1 ref={heading} tabIndex={-1} {...(isUserText ? { dir: 'auto' as const } : {})}>
          {title}
        </h1>
        {note === undefined ? null : <span className="muted">{note}</span>}
        {acts === undefined ? null : <div className="acts">{acts}</div>}
      </div>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  /** At the end of the header. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
  /** Without room around the content: for tables and lists. */
  readonly isFlush?: boolean;
}

/** A white card. */
export function Card({ title, note, children, isFlush = false }: CardProps) {
  return (
    <section className="card">
      {title === undefined ? null : (
        <header>
          <h2>{title}</h2>
          {note === undefined ? null : <span className="small muted">{note}</span>}
        </header>
      )}
      <div className={isFlush ? 'body flush' : 'body'}>{children}</div>
    </section>
  );
}
