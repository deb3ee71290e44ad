/** A claim of the marketing, with what makes it true (R1.6). */

export interface Claim {
  readonly sentence: string;
  readonly why: string;
}

/** A hook for a claim; undefined if it is dropped, or not known yet. */
export type UseClaim = () => Claim | undefined;

export function ClaimText({ sentence, why }: Claim) {
  return (
    <div className="leading-5">
      <p className="text-[13px] font-medium">{sentence}</p>
      <p className="text-mut mt-0.5 text-[12.5px]">{why}</p>
    </div>
  );
}
