/** The icons of the components, on a 24 px grid, stroked in the current colour. */
import type { ReactNode } from 'react';

export interface IconProps {
  readonly className?: string;
  readonly size?: number | string;
  readonly strokeWidth?: number;
}

function Icon({
  className,
  size = 24,
  strokeWidth = 2,
  children,
}: IconProps & { readonly children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {children}
    </svg>
  );
}
const drawn = (...paths: string[]) =>
  function Drawn(props: IconProps) {
    return (
      <Icon {...props}>
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </Icon>
    );
  };

export const SpinnerIcon = drawn('M12 3a9 9 0 1 0 9 9');
export const CheckIcon = drawn('m4.5 12.5 5 5 10-11');
export const CloseIcon = drawn('m6 6 12 12', 'M18 6 6 18');
export const EyeIcon = drawn(
  'M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12',
  'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
);
export const EyeOffIcon = drawn(
  'M9.9 5.2A10 10 0 0 1 12 5c6.4 0 10 7 10 7a17 17 0 0 1-2.7 3.6M6.6 6.6A16 16 0 0 0 2 12s3.6 7 10 7a10 10 0 0 0 5.4-1.6',
  'm3 3 18 18',
);
export const ShieldIcon = drawn(
  'M12 2.8 4.5 5.6v6c0 5 3.4 8 7.5 9.6 4.1-1.6 7.5-4.6 7.5-9.6v-6z',
  'm8.8 12 2.3 2.3 4.2-4.4',
);
export const InfoIcon = drawn('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18', 'M12 11v5', 'M12 7.8v.1');
export const WarningIcon = drawn(
  'M10.5 4.2 2.9 17.4A1.8 1.8 0 0 0 4.4 20h15.2a1.8 1.8 0 0 0 1.5-2.6L13.5 4.2a1.7 1.7 0 0 0-3 0',
  'M12 9v4.5',
  'M12 16.6v.1',
);
export const CloudOffIcon = drawn(
  'M5.8 8.6A5 5 0 0 0 7 18.5h9.6',
  'M9.3 6.1A6 6 0 0 1 17 10.6a4 4 0 0 1 3.4 6.2',
  'm3 3 18 18',
);
export const InboxIcon = drawn(
  'M3 13h5l1.5 3h5L16 13h5',
  'm5.6 5.4-2.6 7.6V18a1.5 1.5 0 0 0 1.5 1.5h15A1.5 1.5 0 0 0 21 18v-5l-2.6-7.6A1.4 1.4 0 0 0 17 4.5H7a1.4 1.4 0 0 0-1.4.9',
);
export const RetryIcon = drawn('M20 12a8 8 0 1 1-2.4-5.7L20 8.6', 'M20 3.6v5h-5');
export const ChevronIcon = drawn('m6 9.5 6 6 6-6');
