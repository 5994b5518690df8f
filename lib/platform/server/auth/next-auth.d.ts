import type { SessionId, UserId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'

declare module 'next-auth' {
  interface Session {
    user: { id: UserId; role: Principal['role']; name: string | null; email: string | null }
  }
  interface User {
    sessionId?: SessionId
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sid?: SessionId
  }
}
