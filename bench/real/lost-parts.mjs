/**
 * The places of a document that another one has no longer, or has otherwise. What is new in an object, or behind the last item of a list, is
 * an addition and no loss; neither is another `info.version`.
 */
export function lostParts(source, published) {
  const lost = [];
  const visit = (value, other, place) => {
    if (place === '/info/version' || Object.is(value, other)) return;
    const isTree = typeof value === 'object' && value !== null;
    if (!isTree || typeof other !== 'object' || other === null || Array.isArray(value) !== Array.isArray(other)) {
      lost.push(place);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      const step = `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (Object.hasOwn(other, key)) visit(inner, other[key], step);
      else lost.push(step);
    }
  };
  visit(source, published, '');
  return lost;
}
