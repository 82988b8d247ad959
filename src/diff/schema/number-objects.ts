/** Numbers objects in the order in which they come, so that texts can name them: a map of maps for each takes more memory than what it holds. */
export function numberObjects<One>(): (one: One) => number {
  const numbers = new Map<One, number>();
  return (one) => {
    let number = numbers.get(one);
    if (number === undefined) numbers.set(one, (number = numbers.size));
    return number;
  };
}
