/** The avatar that a user has chosen; without one, the default image. */
import { User } from 'lucide-react';

export interface AvatarImageProps {
  /** The path of the avatar; empty for the default image. */
  readonly icon: string;
  /** In pixels. */
  readonly size: number;
}
export function AvatarImage({ icon, size }: AvatarImageProps) {
  if (icon !== '')
    return <img src={icon} alt="" width={size} height={size} className="shrink-0 rounded-[25%]" />;
  return (
    <span
      className="bg-brand-soft text-brand-ink grid shrink-0 place-items-center rounded-[25%]"
      style={{ width: size, height: size }}
    >
      <User aria-hidden size={Math.round(size * 0.58)} />
    </span>
  );
}
