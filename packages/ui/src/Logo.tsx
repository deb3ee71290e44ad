/** The logo: the house seen from outside, filled roof and see-through walls. */
export function LogoMark({ className = 'size-6' }: { readonly className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      className={className}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d="M3 11.4 8.2 7.6 14.8 2.6" stroke="#009dd9" strokeWidth="1.3" strokeOpacity=".6" />
      <path
        d="M3 11.4v7L13.4 22v-7.2L8.2 8.2z"
        fill="#009dd9"
        fillOpacity=".16"
        stroke="#009dd9"
        strokeWidth="1.5"
      />
      <path d="M13.4 22 21 16.6V9.4" stroke="#009dd9" strokeWidth="1.5" />
      <path d="M8.2 8.2 14.8 2.6 21 9.4l-7.6 5.4z" fill="#009dd9" stroke="#009dd9" strokeWidth="1.2" />
      <path d="M3 18.4 10.6 13.4M10.6 13.4 13 14.2" stroke="#009dd9" strokeWidth="1" strokeOpacity=".5" />
    </svg>
  );
}
