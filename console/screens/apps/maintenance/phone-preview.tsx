import { useId, useState } from 'react';
import { useFormat, useLanguage, useTexts } from '../../../i18n/texts.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { WarningIcon } from '../../../ui/layout/icons.tsx';
import { type WindowDraft, windowOf } from './draft.ts';

/** The maintenance as people see it on a phone, in either language. */
export function PhonePreview({ draft }: { readonly draft: WindowDraft }) {
  const { maintenance, common } = useTexts();
  const id = useId();
  const [language, choose] = useState(useLanguage());
  return (
    <section className="stack preview" aria-labelledby={id}>
      <div className="line wrap">
        <h2 id={id}>{maintenance.preview}</h2>
        <div className="line end">
          {(['en', 'ar'] as const).map((one) => (
            <Button key={one} look={language === one ? 'primary' : 'normal'} onPress={() => choose(one)}>
              {common.languages[one]}
            </Button>
          ))}
        </div>
      </div>
      <Phone draft={draft} language={language} />
      <p className="small muted">{maintenance.previewNote}</p>
    </section>
  );
}

function Phone({ draft, language }: { readonly draft: WindowDraft; readonly language: 'en' | 'ar' }) {
  const { maintenance } = useTexts();
  const format = useFormat();
  const text = language === 'ar' ? draft.messageAr : draft.messageEn;
  const { endAt, estimatedEnd } = windowOf(draft);
  const end = endAt ?? estimatedEnd;
  const isArabic = language === 'ar';
  return (
    <div className="phone" lang={language} dir={isArabic ? 'rtl' : 'ltr'}>
      <span className="ear" aria-hidden="true" />
      <WarningIcon />
      <strong>{isArabic ? maintenance.previewTitleAr : maintenance.previewTitle}</strong>
      {text.trim() === '' ? (
        <p className="muted">
          <i>{maintenance.noMessage}</i>
        </p>
      ) : (
        <p className="notes" dir="auto">
          {text}
        </p>
      )}
      {end === null ? null : (
        <p className="small muted">
          <bdi>
            {format.date(end)} {format.time(end)}
          </bdi>
        </p>
      )}
    </div>
  );
}
