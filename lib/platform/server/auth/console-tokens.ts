import { newId } from '#runner/contract/ids.ts'
import { type Principal, principalFrom } from '#runner/contract/principal.ts'
import { sha256 } from '#runner/core/hash.ts'
import { ConsoleScope, ConsoleTokenText, type ConsoleTokenView, NewConsoleToken } from '../../model/console-token.ts'
import { recordAct } from '../audit/record-act.ts'
import type { Prisma } from '../db/generated/client.ts'
import { parseInput } from '../http/input-error.ts'
import { type Outcome, type Refused, refuse, refuseTooMany } from '../http/outcome.ts'
import type { Context } from './context.ts'
import type { AuthPorts } from './ports.ts'

/** The time of the last use is exact to a minute. */
const usedMs = 60_000
const dayMs = 24 * 60 * 60_000
const bearer = /^Bearer +(\S+)$/i

const withOwner = { owner: { select: { name: true, email: true, role: true, disabledAt: true } } } as const
type Row = Prisma.ConsoleTokenGetPayload<{ include: typeof withOwner }>

type TokenPorts = Pick<AuthPorts, 'db' | 'audit' | 'clock' | 'randomBytes' | 'limits'>

/** The tokens with which scripts use routes of the console. */
export function createConsoleTokens({ db, audit, clock, randomBytes, limits }: TokenPorts) {
  const now = () => new Date(clock.now())

  /** Counted, because each refusal of a known token is a row of the audit trail. */
  async function refuseKnown(row: Row, why: Why, request: { scope: ConsoleScope | undefined }): Promise<Refused> {
    const verdict = await limits.take('refusedToken', row.id)
    if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
    await db.$transaction((tx) =>
      recordAct({ audit, clock }, tx, principalOfToken(row), 'console_token.refused', row.id, {
        name: row.name,
        why,
        scope: request.scope ?? 'none',
      }),
    )
    return refuse(why === 'scope' ? 'FORBIDDEN' : 'UNAUTHENTICATED', { message: sentences[why] })
  }

  return {
    /** The result contains the token, which is shown only once. */
    async create(
      { principal }: Context,
      input: unknown,
    ): Promise<Outcome<ConsoleTokenView & { readonly token: string }>> {
      const parsed = parseInput(NewConsoleToken, input, 'token')
      if (!parsed.ok) return parsed
      const { name, expires_in_days } = parsed.value
      const scopes = ConsoleScope.options.filter((scope) => parsed.value.scopes.includes(scope))
      const [id, token] = [newId('ctok', randomBytes), newId('ctk', randomBytes)]
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + expires_in_days * dayMs)
      const row = await db.$transaction(async (tx) => {
        const data = { id, name, tokenHash: sha256(token), scopes, ownerId: principal.id, createdAt, expiresAt }
        const created = await tx.consoleToken.create({ data, include: withOwner })
        await recordAct({ audit, clock }, tx, principal, 'console_token.created', id, {
          name,
          scopes,
          expires_at: expiresAt.toISOString(),
        })
        return created
      })
      return { ok: true, value: { ...viewOf(row, now()), token } }
    },

    /** Every token, the newest first. */
    async list(): Promise<readonly ConsoleTokenView[]> {
      const rows = await db.consoleToken.findMany({
        include: withOwner,
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      })
      return rows.map((row) => viewOf(row, now()))
    },

    /** Ends a token permanently. NOT_FOUND for an unknown or revoked one. */
    async revoke({ principal }: Context, id: string) {
      const at = now()
      return db.$transaction(async (tx): Promise<Outcome<ConsoleTokenView>> => {
        const { count } = await tx.consoleToken.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } })
        if (count !== 1) return refuse('NOT_FOUND', { message: 'There is no active token with this id.' })
        const row = await tx.consoleToken.findUniqueOrThrow({ where: { id }, include: withOwner })
        await recordAct({ audit, clock }, tx, principal, 'console_token.revoked', id, { name: row.name })
        return { ok: true, value: viewOf(row, at) }
      })
    },

    /**
     * The principal of the token in the request's Authorization header, if its scopes include `scope`. Absent: the route
     * takes no token. A known token that is refused is recorded by its name.
     *
     * @returns UNAUTHENTICATED for an unknown, expired or revoked token and for one without an operator, FORBIDDEN for
     *   another scope, RATE_LIMITED for a token that is refused too often
     */
    async admit(headers: Headers, scope: ConsoleScope | undefined): Promise<Outcome<Principal>> {
      const token = ConsoleTokenText.safeParse(bearer.exec(headers.get('authorization') ?? '')?.[1]).data
      if (token === undefined) return unknown
      const row = await db.consoleToken.findUnique({ where: { tokenHash: sha256(token) }, include: withOwner })
      if (row === null) return unknown
      const at = now()
      const state = stateOf(row, at)
      if (state !== 'active') return refuseKnown(row, state, { scope })
      if (!row.scopes.some((one) => one === scope)) return refuseKnown(row, 'scope', { scope })
      if (row.lastUsedAt === null || at.getTime() - row.lastUsedAt.getTime() >= usedMs) {
        await db.consoleToken.updateMany({ where: { id: row.id }, data: { lastUsedAt: at } })
      }
      return { ok: true, value: principalOfToken(row) }
    },
  }
}

/** Why a known token is refused. */
type Why = Exclude<ConsoleTokenView['state'], 'active'> | 'scope'

const sentences: Readonly<Record<Why, string>> = {
  expired: 'This token has expired. Make another one in the console.',
  revoked: 'This token is revoked.',
  ownerless: 'The person who made this token is no operator any more.',
  scope: 'The scopes of this token do not include this call.',
}

const unknown = refuse('UNAUTHENTICATED', {
  message: 'The Authorization header has no valid token: send "Authorization: Bearer ctk_…".',
})

const principalOfToken = ({ id }: Pick<Row, 'id'>): Principal => principalFrom('main', { id, role: 'operator' })

function stateOf({ revokedAt, expiresAt, owner }: Row, at: Date): ConsoleTokenView['state'] {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= at) return 'expired'
  return owner?.role === 'operator' && owner.disabledAt === null ? 'active' : 'ownerless'
}

function viewOf(row: Row, at: Date): ConsoleTokenView {
  const { id, name, owner, createdAt, expiresAt, lastUsedAt } = row
  return {
    id,
    name,
    scopes: ConsoleScope.options.filter((scope) => row.scopes.includes(scope)),
    owner: owner && (owner.name ?? owner.email),
    state: stateOf(row, at),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
