import * as z from 'zod'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { PersonDetail } from '../../model/console-people.ts'

const maxRows = 20

const SignInDetail = z.object({ method: z.enum(['password', 'oidc']) })

/** The latest sign-ins of an account, from the audit trail, and its valid sessions. */
export async function readPerson(
  { db, clock }: Pick<PlatformPorts, 'db' | 'clock'>,
  id: string,
): Promise<Outcome<PersonDetail>> {
  const [person, signIns, sessions] = await Promise.all([
    db.user.findUnique({ where: { id }, select: { disabledAt: true } }),
    db.auditEvent.findMany({
      where: { subject: id, action: { in: [...signInActions] } },
      orderBy: [{ at: 'desc' }, { lane: 'desc' }, { seq: 'desc' }],
      take: maxRows,
      select: { lane: true, seq: true, at: true, detail: true },
    }),
    db.session.findMany({
      where: { userId: id, revokedAt: null, expiresAt: { gt: new Date(clock.now()) } },
      orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
      take: maxRows,
      select: { id: true, lastSeenAt: true, userAgent: true },
    }),
  ])
  if (person === null) return refuse('NOT_FOUND')
  const valid = person.disabledAt === null ? sessions : []
  return {
    ok: true,
    value: {
      sign_ins: signIns.map(({ lane, seq, at, detail }) => ({
        id: `${lane}/${seq}`,
        at: at.toISOString(),
        method: SignInDetail.safeParse(detail).data?.method === 'oidc' ? 'provider' : 'password',
      })),
      sessions: valid.map(({ id, lastSeenAt, userAgent }) => ({
        id,
        seen_at: lastSeenAt.toISOString(),
        user_agent: userAgent,
      })),
    },
  }
}

/** The rows of the audit trail that say that somebody signed in: whoever signs up is signed in too. */
export const signInActions = ['user.signed_in', 'user.signed_up'] as const
