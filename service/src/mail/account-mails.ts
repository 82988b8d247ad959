import type { Mail } from './mail.js';
import { renderMail } from './render-mail.js';

interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** Asks the owner of an address to confirm it. */
export const verificationMail = ({ name, email }: Recipient, url: string): Mail =>
  renderMail(email, 'Confirm your e-mail address', {
    greeting: name,
    before: ['please confirm that this e-mail address is yours.'],
    action: 'Confirm the address',
    url,
    after: ['The link works for one hour. If you did not create an account here, ignore this message.'],
  });

/** Lets a user who forgot the password choose a new one. */
export const resetMail = ({ name, email }: Recipient, url: string): Mail =>
  renderMail(email, 'Reset your password', {
    greeting: name,
    before: ['someone, hopefully you, requested a new password for your account.'],
    action: 'Choose a new password',
    url,
    after: ['The link works once, for one hour. If it was not you, ignore this message: your password stays as it is.'],
  });

/** Goes to the current address of an account before it changes. */
export const changeEmailMail = ({ name, email }: Recipient, newEmail: string, url: string): Mail =>
  renderMail(email, 'Change your e-mail address', {
    greeting: name,
    before: [`the address of your account is about to change to ${newEmail}.`],
    action: 'Allow the change',
    url,
    after: ['We will also send a confirmation to the new address. If it was not you, change your password now.'],
  });

/** Confirms the deletion of an account. */
export const deletionMail = ({ name, email }: Recipient, url: string): Mail =>
  renderMail(email, 'Delete your account', {
    greeting: name,
    before: ['you asked to delete your account and everything in it. This cannot be undone.'],
    action: 'Delete the account',
    url,
    after: [
      'The link works for one day, in a browser where you are signed in. If it was not you, change your password now.',
    ],
  });
