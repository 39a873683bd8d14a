import { useTexts } from '../../../i18n/texts.tsx';

/** A rating of 1 to 5. */
export function Stars({ rating }: { readonly rating: number }) {
  const { moderation } = useTexts();
  return (
    <span className="stars" role="img" aria-label={moderation.stars(rating)} dir="ltr">
      {'★'.repeat(rating)}
      {'☆'.repeat(Math.max(0, 5 - rating))}
    </span>
  );
}
