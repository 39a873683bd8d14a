import { useApi } from '../../../../api.ts';
import { useTexts } from '../../../../i18n/texts.tsx';
import { useDone } from '../../undo/offer.tsx';
import { FLAG_PLACE, type Flag } from '../data.ts';

/** Turns a flag to the other side; then says so and offers the way back. */
export function useSwitchFlag(slug: string, { flagKey, isEnabled }: Flag, onDone?: () => void) {
  const { flags } = useTexts();
  const done = useDone(slug);
  const write = useApi().useMutation('put', FLAG_PLACE, {
    onSuccess: async () => {
      onDone?.();
      await done({ text: isEnabled ? flags.isOff(flagKey) : flags.isOn(flagKey), subject: `flag:${flagKey}` });
    },
  });
  const { isPending, error } = write;
  const mutate = (): void => write.mutate({ params: { path: { slug, flagKey } }, body: { isEnabled: !isEnabled } });
  return { isPending, error, mutate };
}
