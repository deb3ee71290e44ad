/** The mark of the platform: a picture in the style sheet, which the server replaces for a brand. */
export function LogoMark({ className = 'size-6' }: { readonly className?: string }) {
  return <i aria-hidden className={`logo ${className}`} />;
}
