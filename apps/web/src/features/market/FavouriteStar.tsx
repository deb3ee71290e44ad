/** The button that makes a pair a favourite. */
import { Star } from 'lucide-react';
import { useTranslation } from '#shared/i18n.ts';
import { toggleFavourite, useFavourites } from './favourites.ts';

export function FavouriteStar({ symbol, name }: { readonly symbol: string; readonly name: string }) {
  const { t } = useTranslation();
  const chosen = useFavourites().has(symbol);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={t('market.favouriteOf', { pair: name })}
      onClick={(event) => {
        event.stopPropagation();
        toggleFavourite(symbol);
      }}
      className="text-dim aria-pressed:text-star grid size-7 place-items-center rounded"
    >
      <Star aria-hidden className="size-4" fill={chosen ? 'currentColor' : 'none'} />
    </button>
  );
}
