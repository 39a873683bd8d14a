import { useTexts } from '../../../i18n/texts.tsx';
import { TextBox, TextField } from '../../../ui/controls/fields.tsx';
import { Markdown } from '../../../ui/data/markdown.tsx';
import type { EntryFieldsProps } from './entry-values.ts';

const FIELDS = { en: { title: 'title', content: 'content' }, ar: { title: 'titleAr', content: 'contentAr' } } as const;

/** Title and text in one language, and how the text will look. */
export function LanguageFields({ language, values, onChange, faults }: EntryFieldsProps & { readonly language: 'en' | 'ar' }) {
  const { changelog, common } = useTexts();
  const { title, content } = FIELDS[language];
  const name = common.languages[language];
  const isRequired = language === 'en';
  return (
    <fieldset className="fieldset entry-language">
      <legend>{name}</legend>
      <div className="stack">
        <TextField
          label={changelog.heading}
          value={values[title]}
          onChange={(typed) => onChange({ [title]: typed })}
          fault={faults[title]}
          maxLength={200}
          autoFocus={isRequired}
          isRequired={isRequired}
        />
        <TextBox
          label={changelog.text}
          value={values[content]}
          onChange={(typed) => onChange({ [content]: typed })}
          fault={faults[content]}
          rows={8}
          isRequired={isRequired}
        />
        <section className="entry-preview" aria-label={`${changelog.preview}: ${name}`}>
          {values[content].trim() === '' ? <p className="small muted">{changelog.previewEmpty}</p> : <Markdown text={values[content]} />}
        </section>
      </div>
    </fieldset>
  );
}
