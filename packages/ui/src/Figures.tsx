/** A text whose figures change: each digit keeps its width, and nothing else does. */
const FIGURES = /(\d[\d.,:]*)/;

export function Figures({ text }: { readonly text: string }) {
  return text.split(FIGURES).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} translate="no" className="num notranslate">
        {part}
      </span>
    ),
  );
}
