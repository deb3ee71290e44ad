/** A key as it is printed on the keyboard. */
export function KeyHint({ children }: { readonly children: string }) {
  return (
    <kbd className="border-line2 bg-panel text-mut inline-grid h-[17px] min-w-[17px] place-items-center rounded border px-1 font-sans text-[10.5px] leading-none font-medium">
      {children}
    </kbd>
  );
}
