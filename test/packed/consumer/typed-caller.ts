import {
  Authenticated,
  Controller,
  type DeclaredSecurity,
  defineService,
  Get,
  type Guard,
  type GuardInput,
  type Input,
  Module,
  Security,
  UseGuards,
} from 'svckit';

interface MyCaller {
  readonly id: string;
  readonly roles: readonly ('admin' | 'editor')[];
  readonly email: string;
}

declare module 'svckit' {
  interface Register {
    caller: MyCaller;
  }
}

class EmailGuard implements Guard {
  static readonly security: DeclaredSecurity = ['session', { apiKey: [] }];
  check({ caller }: GuardInput) {
    const email: string | undefined = caller?.email;
    if (!email) throw new Error('unknown');
  }
}

class WrongGuard implements Guard {
  static readonly security = 5;
  check() {}
}

@Controller('mail')
class MailController {
  @Authenticated()
  @UseGuards(EmailGuard)
  @Get()
  read({ caller }: Input) {
    // @ts-expect-error -- the caller has no name
    void caller?.name;
    const role: 'admin' | 'editor' | undefined = caller!.roles[0];
    return { email: caller!.email, role };
  }

  @Security(['session', { apiKey: [], oauth: ['mail:read'] }])
  @Get('keyed')
  keyed() {}

  // @ts-expect-error -- a requirement lists scopes
  @Security({ apiKey: true })
  // @ts-expect-error -- the guard names its scheme with a number
  @UseGuards(WrongGuard)
  @Get('wrong')
  wrong() {}
}

@Module({ controllers: [MailController] })
class MailModule {}

/** Never called: the compiler reads it. */
export const services = () => [
  defineService({ root: MailModule, authenticate: () => ({ id: '1', roles: ['admin'], email: 'ada@example.com' }) }),
  // @ts-expect-error -- the caller has no e-mail address
  defineService({ root: MailModule, authenticate: () => ({ id: '1', roles: ['admin'] }) }),
  // @ts-expect-error -- access is 'public' or 'authenticated'
  defineService({ root: MailModule, defaultAccess: 'private' }),
  // @ts-expect-error -- a key is in a header, the query or a cookie
  defineService({ root: MailModule, securitySchemes: { key: { type: 'apiKey', in: 'body', name: 'key' } } }),
];
