import { useState } from 'react';
import type { Language } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/texts.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Pills } from '../../ui/controls/choices.tsx';
import { TextBox } from '../../ui/controls/fields.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { type Entry, mainReason, REPORT_REASONS, type ReportReason } from './triage/entry.ts';
import { useNames } from './triage/names.ts';

const MAX_REASON = 500;

interface RejectDialogProps {
  readonly entries: readonly Entry[];
  readonly onReject: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks why, with the reasons of reports as templates in the language of the author. */
export function RejectDialog({ entries, onReject, onClose }: RejectDialogProps) {
  const { moderation, common } = useTexts();
  const names = useNames();
  const reader = useLanguage();
  const [language, setLanguage] = useState<Language>(() => languageOf(entries) ?? reader);
  const [template, setTemplate] = useState<ReportReason | null>(() => reasonOf(entries));
  const [text, setText] = useState(() => (template === null ? '' : moderation.template[language][template]));
  const [only] = entries;
  const title =
    entries.length === 1 && only !== undefined ? moderation.rejectOne(names.one(only)) : moderation.rejectMany(names.many(entries));
  const fill = (chosen: ReportReason | null, spoken: Language): void => {
    setTemplate(chosen);
    setLanguage(spoken);
    if (chosen !== null) setText(moderation.template[spoken][chosen]);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      acts={
        <Button look="severe" onPress={() => onReject(text)}>
          {moderation.rejectMany(names.many(entries))}
        </Button>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onReject(text);
        }}
      >
        <Pills
          label={moderation.templates}
          value={template}
          options={REPORT_REASONS.map((reason) => ({ value: reason, label: moderation.reasons[reason] }))}
          onChange={(reason) => fill(reason, language)}
          autoFocus
        />
        <Pills
          label={moderation.templateLanguage}
          value={language}
          options={[
            { value: 'en', label: common.languages.en },
            { value: 'ar', label: common.languages.ar },
          ]}
          onChange={(spoken) => fill(template, spoken)}
        />
        <TextBox
          label={moderation.reasonField}
          value={text}
          onChange={setText}
          hint={moderation.reasonHint}
          maxLength={MAX_REASON}
          rows={3}
        />
        {/* Enter on a template sends the form, whose button is in the foot of the dialog */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** The language of the accounts, if it is one. */
function languageOf(entries: readonly Entry[]): Language | null {
  const [first, ...others] = new Set(entries.map(({ language }) => language));
  return others.length === 0 && (first === 'en' || first === 'ar') ? first : null;
}

/** The reason that the reports give, if it is one for all. */
function reasonOf(entries: readonly Entry[]): ReportReason | null {
  const [first, ...others] = new Set(entries.map(mainReason));
  return others.length === 0 && first !== undefined ? first : null;
}
