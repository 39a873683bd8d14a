import { createContext, type ReactNode, use, useMemo } from 'react';
import type { Texts } from './en.ts';
import { createFormat, type Format, type Language } from './format.ts';

export type { Texts } from './en.ts';

interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
  readonly format: Format;
}

const SpokenContext = createContext<Spoken | null>(null);

/** Loads the texts of one language; the other one is never downloaded. */
export async function loadTexts(language: Language): Promise<Texts> {
  if (language === 'ar') return (await import('./ar.ts')).ar;
  return (await import('./en.ts')).en;
}

/** Gives everything below it the texts and formats of a language. */
export function Speak({ language, texts, children }: { language: Language; texts: Texts; children: ReactNode }) {
  const spoken = useMemo(() => ({ language, texts, format: createFormat(language) }), [language, texts]);
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
