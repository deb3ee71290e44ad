/** The mark of the platform: a picture in the style sheet, which that of a brand replaces. */
export function LogoMark({ className = 'size-6' }: { readonly className?: string }) {
  return <i aria-hidden className={`logo ${className}`} />;
}
