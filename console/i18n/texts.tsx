import { createContext, type ReactNode, use, useMemo } from 'react';
import type { first } from './en/first.ts';
import type { Texts } from './en.ts';
import { createFormat, type Format, type Language } from './format.ts';

export type { Texts } from './en.ts';

/** The texts of one language at a time: those of the first page, and the others as soon as another screen is opened. */
export class Book {
  readonly #texts: typeof first & Partial<Texts>;
  readonly language: Language;
  #whole: Promise<void> | null = null;

  private constructor(language: Language, texts: typeof first & Partial<Texts>) {
    this.language = language;
    this.#texts = texts;
  }

  /** Loads what the first page says; the other language is never downloaded. */
  static async open(language: Language): Promise<Book> {
    const { first } = language === 'ar' ? await import('./ar/first.ts') : await import('./en/first.ts');
    return new Book(language, { ...first });
  }

  /** A screen is opened after `complete`, so that the texts it names are there. */
  get texts(): Texts {
    return this.#texts as Texts;
  }

  /** Loads what all other screens say. */
  complete(): Promise<void> {
    this.#whole ??= this.#load().catch((error: unknown) => {
      this.#whole = null;
      throw error;
    });
    return this.#whole;
  }

  async #load(): Promise<void> {
    Object.assign(this.#texts, this.language === 'ar' ? (await import('./ar.ts')).ar : (await import('./en.ts')).en);
  }
}

interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
  readonly format: Format;
}

const SpokenContext = createContext<Spoken | null>(null);

/** Gives everything below it the texts and formats of a language. */
export function Speak({ book, children }: { readonly book: Book; readonly children: ReactNode }) {
  const spoken = useMemo(() => ({ language: book.language, texts: book.texts, format: createFormat(book.language) }), [book]);
  return <SpokenContext value={spoken}>{children}</SpokenContext>;
}

/** The texts of the reader's language: `const { moderation } = useTexts()`. */
export function useTexts(): Texts {
  return useSpoken().texts;
}

/** Dates and numbers in the reader's language. */
export function useFormat(): Format {
  return useSpoken().format;
}

/** The language of the page. */
export function useLanguage(): Language {
  return useSpoken().language;
}

function useSpoken(): Spoken {
  const spoken = use(SpokenContext);
  if (spoken === null) throw new Error('There is no <Speak> around this component.');
  return spoken;
}
