import { useMutation } from '@tanstack/react-query';
import { unwrap, useApi } from '../../api.ts';
import { useTexts } from '../../i18n/texts.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { saveFile } from '../../ui/data/copy.tsx';
import { Failure } from '../../ui/layout/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { Filters } from './log.ts';

/** Saves all rows that match as the table of the server. */
export function CsvButton({ filters }: { readonly filters: Filters }) {
  const { audit, common } = useTexts();
  const { client } = useApi();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => {
      const headers = { Accept: 'text/csv' };
      return unwrap(client.GET('/api/v1/admin/audit-log', { params: { query: filters }, headers, parseAs: 'blob' }));
    },
    onSuccess: (table) => saveFile(table, 'audit-log.csv'),
  });
  return (
    <>
      <Button onPress={() => mutate()} isPending={isPending}>
        {audit.csv}
      </Button>
      {error ? (
        <Dialog title={audit.csv} onClose={reset} closeLabel={common.close}>
          <Failure error={error} />
        </Dialog>
      ) : null}
    </>
  );
}
