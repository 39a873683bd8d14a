import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ScrollBoxProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** A box that scrolls where its content is too large, by keyboard too. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isTooSmall, setTooSmall] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void => setTooSmall(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  const region = isTooSmall ? { role: 'region', tabIndex: 0, 'aria-label': label } : {};
  return (
    <div ref={box} className={className} {...region}>
      {children}
    </div>
  );
}
