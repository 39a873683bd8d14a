import { Link, useNavigate } from '@tanstack/react-router';
import { useFormat, useTexts } from '../i18n/texts.tsx';
import { useModerationCount } from '../parts/waiting.ts';
import { Menu } from '../ui/controls/menu.tsx';
import { BrandIcon, MoreIcon } from '../ui/layout/icons.tsx';
import { ON_PHONE, SECTIONS } from './sections.ts';

/** The sections at the start of the page. */
export function Rail() {
  const { shell } = useTexts();
  return (
    <nav className="rail" aria-label={shell.sections}>
      <div className="brand">
        <BrandIcon />
        {shell.product}
      </div>
      <ul>
        {SECTIONS.map((section) => (
          <li key={section.id}>
            <Entry section={section} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The sections at the bottom of a phone: the first four, and a menu of the others. */
export function BottomBar() {
  const { shell } = useTexts();
  const navigate = useNavigate();
  const others = SECTIONS.slice(ON_PHONE).map(({ id, to }) => ({ id, label: shell[id], onAct: () => void navigate({ to }) }));
  return (
    <nav className="bottom" aria-label={shell.sections}>
      <ul>
        {SECTIONS.slice(0, ON_PHONE).map((section) => (
          <li key={section.id}>
            <Entry section={section} />
          </li>
        ))}
        <li>
          <Menu look="plain" isIcon groups={[{ id: shell.more, acts: others }]}>
            <MoreIcon />
            {shell.more}
          </Menu>
        </li>
      </ul>
    </nav>
  );
}

function Entry({ section: { id, to, Icon } }: { readonly section: (typeof SECTIONS)[number] }) {
  const { shell } = useTexts();
  return (
    <Link to={to} activeOptions={{ exact: id === 'today' }}>
      <Icon />
      {shell[id]}
      {id === 'moderation' ? <WaitingCount /> : null}
    </Link>
  );
}

/** The number of things that wait for a moderator. */
function WaitingCount() {
  const { shell } = useTexts();
  const format = useFormat();
  const count = useModerationCount() ?? 0;
  if (count === 0) return null;
  const text = format.number(count);
  return (
    <>
      <span className="count" aria-hidden="true">
        {text}
      </span>
      <span className="hidden-text">{shell.waiting(text)}</span>
    </>
  );
}
