/** A mail to one recipient, in plain text and HTML. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Delivers mails. `send` rejects when a mail could not be delivered to the server. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

export interface MailLog {
  info(message: string): void;
  warn(message: string): void;
}
