import { type ReactNode, useEffect, useRef } from 'react';
import { Tab as AriaTab, Tabs as AriaTabs, TabList, TabPanel } from 'react-aria-components';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly title: ReactNode; readonly content: ReactNode }[];
}

/** Parts of one screen, of which one is shown, such as the same text in two languages. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <AriaTabs>
      <TabList className="tabs" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <AriaTab key={id} id={id}>
            {title}
          </AriaTab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** Screens of one thing, each with an address: `<Link>`s of the router, which mark the current one. */
export function TabLinks({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // on a phone the current one may lie beyond the edge
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  });
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
      {children}
    </nav>
  );
}
