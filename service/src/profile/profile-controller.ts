import { ApiDoc, type Caller, Controller, Get, HttpError, inject, type Input, Public, Roles } from 'svckit';
import type { AccountCaller } from '../auth/account-caller.js';
import { listEvents } from '../auth/account-events.js';
import { Database } from '../database/database.js';
import { databaseUnavailable, Problem } from '../problem-schemas.js';
import { AnonymousProfile, AuditList, Profile } from './profile-schemas.js';

const own = { response: { 200: Profile, 401: Problem, 503: databaseUnavailable } };
const anonymous = { response: { 200: AnonymousProfile, 503: databaseUnavailable } };
const audit = { response: { 200: AuditList, 401: Problem, 403: Problem, 503: databaseUnavailable } };

@ApiDoc({ tags: ['Profile'] })
@Controller('profile')
export class ProfileController {
  readonly #database = inject(Database);

  @ApiDoc({
    summary: 'Read your profile',
    description: 'The account and session behind the bearer token or cookie; 401 without one.',
  })
  @Get('', own)
  own({ caller }: Input<typeof own>) {
    const { email, roles, sessionId } = requireCaller(caller);
    return { email, roles: [...roles], sessionId };
  }

  @ApiDoc({ summary: 'Identify the caller, if any', description: 'Also answers without credentials.' })
  @Public()
  @Get('anonymous', anonymous)
  anonymous({ caller }: Input<typeof anonymous>) {
    return { caller: caller ? (caller as AccountCaller).email : null };
  }

  @ApiDoc({
    summary: 'List what happened to accounts',
    description: 'Sign-ups, sign-ins, ended sessions, changed passwords and roles: the latest hundred.',
  })
  @Roles('admin')
  @Get('audit', audit)
  async audit({ caller }: Input<typeof audit>) {
    return { caller: requireCaller(caller).email, entries: [...(await listEvents(this.#database))] };
  }
}

function requireCaller(caller: Caller | null): AccountCaller {
  if (caller) return caller as AccountCaller;
  throw new HttpError(
    401,
    'This route requires credentials. Send Authorization: Bearer <token>.',
    {},
    { headers: { 'WWW-Authenticate': 'Bearer' } },
  );
}
