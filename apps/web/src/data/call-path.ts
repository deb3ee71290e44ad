/**
 * The default path of a call: its feature's folder, then the rest of its name in camel case. `npm
 * run generate` lists the exceptions.
 */
export function usualPath(folder: string, name: string): string {
  const verbAndNoun = name.slice(name.indexOf('/') + 1);
  return folder + verbAndNoun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
