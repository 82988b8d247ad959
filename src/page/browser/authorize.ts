import { type Credential, isHeld, keep, writeCookie } from './credentials.js';
import { fetchPage, find, findAll, onPage } from './elements.js';
import { signIn } from './oauth.js';

interface Scheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

/** Takes credentials in the dialog. One token is enough for all bearer schemes. */
export function startAuthorize(): void {
  const own = find<HTMLDialogElement>('dialog#authorize');
  if (own) prepare(own, location.href);
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('button.authorize')) void open();
  });
  const showHeld = () => find('.top button.authorize')?.classList.toggle('held', findAll('form.held').length > 0);
  document.addEventListener('credentials', showHeld);
  onPage(showHeld);
}

/** The dialog of the page, or that of the first page of the site. */
async function open(): Promise<void> {
  const own = find<HTMLDialogElement>('dialog#authorize');
  if (own) return own.showModal();
  const address = new URL(find('.top button.authorize')!.dataset.dialog!, location.href).href;
  const dialog = find<HTMLDialogElement>('dialog#authorize', await fetchPage(address));
  if (!dialog) return location.assign(address);
  document.body.append(document.adoptNode(dialog));
  prepare(dialog, address);
  dialog.showModal();
}

function prepare(dialog: HTMLDialogElement, address: string): void {
  dialog.dataset.return = new URL(dialog.dataset.return!, address).href;
  find('.close', dialog)!.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  for (const form of findAll<HTMLFormElement>('form.scheme', dialog)) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void authorize(form, dialog);
    });
    find('.logout', form)!.addEventListener('click', () => {
      for (const name of namesAlike(form, dialog)) keep(name, null);
      say(form, 'Logged out.');
    });
  }
  document.addEventListener('credentials', () => {
    for (const form of findAll<HTMLFormElement>('form.scheme', dialog)) {
      const held = isHeld(nameOf(form));
      find('.logout', form)!.hidden = !held;
      form.classList.toggle('held', held);
      say(form, held ? 'Authorized.' : '');
    }
  });
}

const nameOf = (form: HTMLFormElement) => form.dataset.scheme!;
const namesOf = (form: HTMLFormElement) => [nameOf(form), ...(form.dataset.alike?.split(' ') ?? [])];
const schemeOf = (form: HTMLFormElement) => JSON.parse(form.dataset.definition!) as Scheme;
const say = (form: HTMLFormElement, text: string) => void (find('.state', form)!.textContent = text);
const isBearer = ({ type, scheme }: Scheme) => type === 'http' && scheme?.toLowerCase() === 'bearer';

/** A bearer token entered for one scheme applies to the others too. */
function namesAlike(form: HTMLFormElement, dialog: HTMLElement): readonly string[] {
  if (!isBearer(schemeOf(form))) return namesOf(form);
  const forms = findAll<HTMLFormElement>('form.scheme', dialog);
  return forms.filter((one) => isBearer(schemeOf(one))).flatMap(namesOf);
}

async function authorize(form: HTMLFormElement, dialog: HTMLDialogElement): Promise<void> {
  const scheme = schemeOf(form);
  const given = new FormData(form);
  try {
    say(form, '');
    const credential = await credentialOf(scheme, given, dialog.dataset.return!);
    for (const name of namesAlike(form, dialog)) keep(name, credential);
  } catch (error) {
    say(form, error instanceof Error ? error.message : String(error));
  }
}

async function credentialOf(scheme: Scheme, given: FormData, returnUrl: string): Promise<Credential> {
  const text = (name: string) => String(given.get(name) ?? '');
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') {
    const token = await signIn(scheme, given, returnUrl);
    return { headers: { Authorization: `Bearer ${token}` } };
  }
  if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic') {
    const bytes = new TextEncoder().encode(`${text('username')}:${text('password')}`);
    return { headers: { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` } };
  }
  if (text('value') === '' && scheme.type !== 'mutualTLS') throw new Error('Enter a value first.');
  if (scheme.type === 'http')
    return { headers: { Authorization: `${isBearer(scheme) ? 'Bearer' : scheme.scheme} ${text('value')}` } };
  const name = scheme.name ?? '';
  if (scheme.in === 'header') return { headers: { [name]: text('value') } };
  if (scheme.in === 'query') return { query: { [name]: text('value') } };
  if (scheme.in !== 'cookie') return {};
  writeCookie(name, text('value'));
  return { cookie: name };
}
