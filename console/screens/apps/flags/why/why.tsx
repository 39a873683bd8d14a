import { useState } from 'react';
import { useApi } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { TextField } from '../../../../ui/controls/fields.tsx';
import { Card } from '../../../../ui/layout/page.tsx';
import { Failure } from '../../../../ui/layout/states.tsx';
import { fromLocal } from '../../local-time.ts';
import type { Flag } from '../data.ts';
import { type Attributes, attributesOf, contextOf } from './context.ts';
import { Explained } from './explained.tsx';

interface WhyProps {
  readonly slug: string;
  readonly flag: Flag;
}

const PLACEHOLDERS: Attributes = { platform: 'android', appVersion: '2.4.0', country: 'AE', language: 'ar' };

/** Asks what a phone would get, and why. */
export function Why({ slug, flag }: WhyProps) {
  const { flags } = useTexts();
  const { why } = flags;
  const [attributes, setAttributes] = useState<Attributes>({});
  const [at, setAt] = useState('');
  const explain = useApi().useMutation('post', '/api/v1/admin/apps/{slug}/features/explain');
  const names = [...new Set([...attributesOf(flag), ...Object.keys(attributes)])];
  const ask = (): void => {
    const time = fromLocal(at);
    explain.mutate({ params: { path: { slug } }, body: { context: contextOf(attributes), ...(time === null ? {} : { at: time }) } });
  };
  return (
    <Card title={why.title}>
      <div className="why">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <p className="muted">{why.lead}</p>
          <div className="form-grid">
            {names.map((name) => (
              <TextField
                key={name}
                label={name}
                value={attributes[name] ?? ''}
                onChange={(typed) => setAttributes({ ...attributes, [name]: typed })}
                placeholder={PLACEHOLDERS[name] ?? ''}
                autoComplete="off"
                dir="ltr"
              />
            ))}
            <TextField label={why.at} type="datetime-local" value={at} onChange={setAt} dir="ltr" />
          </div>
          <OtherAttribute onAdd={(name) => setAttributes({ ...attributes, [name]: attributes[name] ?? '' })} />
          <div>
            <Button type="submit" look="primary" isPending={explain.isPending}>
              {why.ask}
            </Button>
          </div>
        </form>
        <div aria-live="polite">
          {explain.error ? <Failure error={explain.error} /> : null}
          {explain.data === undefined ? null : (
            <Explained flag={flag} explained={explain.data.flags.find(({ key }) => key === flag.flagKey) ?? null} />
          )}
        </div>
      </div>
    </Card>
  );
}

/** A field for an attribute that no rule looks at yet. */
function OtherAttribute({ onAdd }: { readonly onAdd: (name: string) => void }) {
  const { why } = useTexts().flags;
  const [name, setName] = useState('');
  const add = (): void => {
    onAdd(name.trim());
    setName('');
  };
  return (
    <div className="line other-attribute">
      <TextField label={why.addAttribute} value={name} onChange={setName} maxLength={64} dir="ltr" autoComplete="off" />
      <Button onPress={add} isDisabled={name.trim() === ''}>
        {why.add}
      </Button>
    </div>
  );
}
