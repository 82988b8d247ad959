/**
 * The places of a document that another one has no longer, or has otherwise, or with their members in another order. What is new in an
 * object, or behind the last item of a list, is an addition and no loss; neither is another `info.version`. Examples of a version are converted by
 * its changes, so they are compared in the newest document alone.
 */
export function lostParts(source, published, { withExamples = true } = {}) {
  const lost = [];
  const visit = (value, other, place) => {
    if (place === '/info/version' || Object.is(value, other)) return;
    if (!withExamples && /\/examples?(?:\/|$)/.test(place)) return;
    const isTree = typeof value === 'object' && value !== null;
    if (!isTree || typeof other !== 'object' || other === null || Array.isArray(value) !== Array.isArray(other)) {
      lost.push(place);
      return;
    }
    const kept = Object.keys(value).filter((key) => Object.hasOwn(other, key));
    const order = Object.keys(other).filter((key) => Object.hasOwn(value, key));
    if (kept.some((key, index) => key !== order[index])) lost.push(`${place} (order)`);
    for (const [key, inner] of Object.entries(value)) {
      const step = `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (Object.hasOwn(other, key)) visit(inner, other[key], step);
      else lost.push(step);
    }
  };
  visit(source, published, '');
  return lost;
}
