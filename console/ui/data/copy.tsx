import { useState } from 'react';
import { useTexts } from '../../i18n/texts.tsx';
import { Button } from '../controls/button.tsx';

/** A button that copies a text, and says whether the browser did. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const { common } = useTexts();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null);
  // without https there is no clipboard at all
  const write = async (): Promise<void> => navigator.clipboard.writeText(text);
  const copy = (): void => {
    void write().then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    );
  };
  return (
    <Button onPress={copy}>
      <span aria-live="polite">{outcome === null ? (label ?? common.copy) : common[outcome]}</span>
    </Button>
  );
}

/** A secret that is shown once, with a button to copy it. */
export function Secret({ text, label }: { readonly text: string; readonly label?: string }) {
  return (
    <div className="secret">
      <span className="code">{text}</span>
      <CopyButton text={text} {...(label === undefined ? {} : { label })} />
    </div>
  );
}

/** Lets the browser save a file. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}

/** A button that saves a text as a file. */
export function DownloadButton({ text, fileName, label }: { readonly text: string; readonly fileName: string; readonly label: string }) {
  const download = (): void => saveFile(new Blob([text], { type: 'text/plain' }), fileName);
  return <Button onPress={download}>{label}</Button>;
}
