/** Folds case so that a substring of a text stays one: upper case depends on no neighbour (lower case does, for the Greek sigma). */
export function foldCase(text: string): string {
  return text.toUpperCase();
}
