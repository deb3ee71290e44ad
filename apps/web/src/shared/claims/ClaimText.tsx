/** A claim of the marketing, with what makes it true (R1.6). */

export interface Claim {
  readonly sentence: string;
  readonly why: string;
}

export function ClaimText({ sentence, why }: Claim) {
  return (
    <div className="leading-5">
      <p className="text-[13px] font-medium">{sentence}</p>
      <p className="text-mut mt-0.5 text-[12.5px]">{why}</p>
    </div>
  );
}

/** In the list of the home page. Nothing, if the claim is dropped or not known yet. */
export function ClaimItem({ claim }: { readonly claim: Claim | undefined }) {
  return claim === undefined ? null : (
    <li className="border-line border-t py-4">
      <ClaimText {...claim} />
    </li>
  );
}
