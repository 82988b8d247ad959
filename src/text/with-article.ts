/** A name with its indefinite article, as it is said: `a Book`, `an Author`, `a User`. */
export const withArticle = (name: string): string => {
  const soundsLikeVowel = /^[aeiou]/i.test(name) && !/^(?:eu|one|uni|u[bcfhjkqrst][aeiou])/i.test(name);
  return `${soundsLikeVowel ? 'an' : 'a'} ${name}`;
};
