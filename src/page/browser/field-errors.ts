import { element, find, findAll } from './elements.js';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The first field that cannot be sent: a path parameter without a value, or a body that is not JSON. */
export function findWrong(form: HTMLFormElement): { readonly field: Field; readonly message: string } | null {
  const missing = findAll<Field>('[data-in=path]', form).find(({ value }) => value === '');
  if (missing) return { field: missing, message: 'The path needs a value.' };
  const body = findAll<HTMLTextAreaElement>('.body textarea', form).find(
    (field) => !field.closest<HTMLElement>('.body')!.hidden,
  );
  if (!body || body.value === '' || !/json$/i.test(body.closest<HTMLElement>('.body')!.dataset.media ?? ''))
    return null;
  try {
    JSON.parse(body.value);
    return null;
  } catch (error) {
    return { field: body, message: `This is not JSON. ${(error as Error).message}` };
  }
}

export function clearFieldErrors(form: HTMLFormElement): void {
  for (const error of findAll('.field-error', form)) error.remove();
  for (const field of findAll('[aria-invalid]', form)) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
}

export function showFieldError(field: Field, message: string): void {
  const known = field.getAttribute('aria-describedby');
  if (known) return void find(`#${known}`)?.append(` ${message}`);
  const id = `error-${field.name}`;
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', id);
  field.after(element('p', { class: 'field-error', id }, message));
}

interface FieldProblem {
  readonly in?: string;
  readonly path?: string;
  readonly message?: string;
}

/** Puts what a problem says of single fields (its `errors`) beside them; the answer shows all of it. */
export async function showRefusedFields(form: HTMLFormElement, response: Response): Promise<void> {
  const problem = (await response.json().catch(() => null)) as { readonly errors?: readonly FieldProblem[] } | null;
  if (!Array.isArray(problem?.errors)) return;
  for (const { in: place, path = '', message } of problem.errors as readonly FieldProblem[]) {
    if (typeof message !== 'string') continue;
    const [name = ''] = path.split('.');
    const own = findAll<Field>('[data-in], .body:not([hidden]) [name]', form).find(
      (field) => field.name === name && (field.dataset.in ?? 'body') === place,
    );
    const body = place === 'body' ? find<Field>('.body:not([hidden]) [name=body]', form) : null;
    if (own) showFieldError(own, message);
    else if (body) showFieldError(body, path === '' ? message : `${path}: ${message}`);
  }
}
