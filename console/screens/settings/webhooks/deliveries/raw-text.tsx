import { ScrollBox } from '../../../../ui/data/scroll-box.tsx';
import '../webhooks.css';

interface RawTextProps {
  readonly label: string;
  readonly text: string;
  /** Below another heading. */
  readonly isPart?: boolean;
}

/** A text as a program sent it, under its name. */
export function RawText({ label, text, isPart = false }: RawTextProps) {
  return (
    <section className="stack tight">
      {isPart ? <span className="small muted">{label}</span> : <h3>{label}</h3>}
      <ScrollBox label={label} className="raw-text">
        <pre className="code">{text}</pre>
      </ScrollBox>
    </section>
  );
}
