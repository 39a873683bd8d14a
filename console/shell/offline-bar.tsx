import { useSyncExternalStore } from 'react';
import { useTexts } from '../i18n/texts.tsx';
import { OfflineIcon } from '../ui/layout/icons.tsx';

/** Says that the network is away, as long as it is. */
export function OfflineBar() {
  const { shell } = useTexts();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {isOnline ? null : (
        <p className="offline">
          <OfflineIcon />
          {shell.offline}
        </p>
      )}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
