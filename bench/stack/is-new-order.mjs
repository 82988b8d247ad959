const email = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;

const isText = (value, max) => typeof value === 'string' && value.length > 0 && value.length <= max;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The checks of the schema NewOrder by hand. */
export function isNewOrder(value) {
  if (!isObject(value)) return false;
  const { customerId, email: mailbox, shipTo, billTo, lines, payment, note } = value;
  return (
    isText(customerId, 40) &&
    typeof mailbox === 'string' &&
    email.test(mailbox) &&
    isAddress(shipTo) &&
    isAddress(billTo) &&
    Array.isArray(lines) &&
    lines.length > 0 &&
    lines.length <= 100 &&
    lines.every(isLine) &&
    (payment === 'card' || payment === 'invoice') &&
    (note === undefined || (typeof note === 'string' && note.length <= 500))
  );
}

function isAddress(value) {
  return (
    isObject(value) &&
    isText(value.name, 80) &&
    isText(value.street, 120) &&
    isText(value.postalCode, 12) &&
    isText(value.city, 80) &&
    typeof value.country === 'string' &&
    value.country.length === 2
  );
}

function isLine(value) {
  return (
    isObject(value) &&
    isText(value.sku, 40) &&
    isText(value.title, 120) &&
    Number.isInteger(value.quantity) &&
    value.quantity >= 1 &&
    value.quantity <= 1000 &&
    typeof value.unitPrice === 'number' &&
    value.unitPrice >= 0 &&
    (value.discount === null || (typeof value.discount === 'number' && value.discount >= 0 && value.discount <= 1))
  );
}
