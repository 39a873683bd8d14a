import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type Language, LOCALES } from '../i18n/format.ts';

/** The language and direction of all components below. */
export function Locale({ language, children }: { readonly language: Language; readonly children: ReactNode }) {
  return <I18nProvider locale={LOCALES[language]}>{children}</I18nProvider>;
}
