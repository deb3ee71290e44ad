/** The part of the compiler's interface that tests use. */
declare module 'solc' {
  const solc: { readonly compile: (input: string) => unknown };
  export default solc;
}
