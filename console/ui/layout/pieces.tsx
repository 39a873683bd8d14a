import { Fragment, type ReactNode } from 'react';
import { WarningIcon } from './icons.tsx';

export type Tone = 'normal' | 'good' | 'warn' | 'danger' | 'accent';

/** One short word about a thing, such as its state. */
export function Chip({ tone = 'normal', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`chip ${tone}`}>{children}</span>;
}

interface NoticeProps {
  readonly tone?: Tone;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** A button or a link at the end. */
  readonly act?: ReactNode;
}

/** A message that the reader must see before the rest of the page. */
export function Notice({ tone = 'normal', title, children, act }: NoticeProps) {
  return (
    <div className={`notice ${tone}`}>
      {tone === 'warn' || tone === 'danger' ? <WarningIcon /> : null}
      <div className="grow">
        <strong>{title}</strong>
        {children === undefined ? null : <div className="small">{children}</div>}
      </div>
      {act}
    </div>
  );
}

/** Names and values, one pair a row. A pair whose value is null is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

/** Text that a person wrote: in its own direction, never mixed with the text around it. */
export function UserText({ children }: { readonly children: string }) {
  return <bdi dir="auto">{children}</bdi>;
}

/** Text that always runs left to right: a slug, a version, a number of a phone, an id. */
export function Code({ children }: { readonly children: ReactNode }) {
  return <span className="code">{children}</span>;
}
