import { shareClass } from '../../report/share-class.js';

/** Input of the owner of an endpoint that cannot be accepted: answer it with 400. */
export class InvalidWebhookInput extends TypeError {
  override readonly name = 'InvalidWebhookInput';
  constructor(
    /** What is wrong: `url`, `events`. */
    readonly member: string,
    message: string,
  ) {
    super(message);
  }
}
shareClass(InvalidWebhookInput, 'invalid-webhook-input');
