/** `GET /orders/{id}` → `GetOrdersById` */
export function operationTypeName(method: string, path: string): string {
  const words = path
    .split('/')
    .flatMap((segment) => segment.split(/(?=\{)|(?<=\})/))
    .map((part) => (part.startsWith('{') ? `By${pascalCase(part)}` : pascalCase(part)));
  return `${pascalCase(method.toLowerCase())}${words.join('')}`;
}

/** `order-lines` → `OrderLines` */
export function pascalCase(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}
