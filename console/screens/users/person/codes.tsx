import type { Schemas } from '../../../api.ts';
import { useTexts } from '../../../i18n/texts.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { Time } from '../../../ui/data/time.tsx';
import { Card } from '../../../ui/layout/page.tsx';
import { Chip, Code, type Tone } from '../../../ui/layout/pieces.tsx';
import { Empty, Loading } from '../../../ui/layout/states.tsx';

type SentCode = Schemas['UserSecurity']['codes'][number];

const TONES: Readonly<Record<SentCode['outcome'], Tone>> = { sent: 'normal', failed: 'danger', used: 'good' };

/** Whether the codes of a person arrived. Undefined while they are loading. */
export function Codes({ codes }: { readonly codes: readonly SentCode[] | undefined }) {
  const { codes: texts } = useTexts().users;
  return (
    <Card title={texts.title} note={texts.note} isFlush={codes !== undefined && codes.length > 0}>
      <CodeList codes={codes} />
    </Card>
  );
}

function CodeList({ codes }: { readonly codes: readonly SentCode[] | undefined }) {
  const { codes: texts } = useTexts().users;
  if (codes === undefined) return <Loading rows={4} rowHeight={32} />;
  if (codes.length === 0) return <Empty title={texts.none}>{texts.noneHint}</Empty>;
  const columns: readonly Column<SentCode>[] = [
    {
      key: 'what',
      title: texts.what,
      isName: true,
      render: ({ purpose }) => <span className="users-plain">{texts.purposes[purpose]}</span>,
    },
    { key: 'when', title: texts.when, render: ({ at }) => <Time at={at} /> },
    { key: 'outcome', title: texts.outcome, render: (code) => <Outcome code={code} /> },
  ];
  return <Table label={texts.title} columns={columns} rows={codes} rowKey={({ at, purpose }) => `${at} ${purpose}`} />;
}

function Outcome({ code: { outcome, channel, usedAt } }: { readonly code: SentCode }) {
  const { codes: texts } = useTexts().users;
  return (
    <span className="line wrap">
      <Chip tone={TONES[outcome]}>{texts.outcomes[outcome]}</Chip>
      {channel === null ? null : (
        <span className="small muted">
          <Channel name={channel} />
        </span>
      )}
      {usedAt === null ? null : (
        <span className="small muted">
          <Time at={usedAt} />
        </span>
      )}
    </span>
  );
}

function Channel({ name }: { readonly name: string }) {
  const { codes: texts } = useTexts().users;
  const known: Readonly<Record<string, string>> = texts.channels;
  return known[name] === undefined ? <Code>{name}</Code> : texts.by(known[name]);
}
