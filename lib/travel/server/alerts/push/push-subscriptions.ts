import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { newId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'
import {
  type AlertPushView,
  maxBrowsers,
  type PushTarget,
  type SubscribePush,
} from '../../../model/push-subscription.ts'
import type { AlertPushPorts } from './ports.ts'
import { isPoint, pushUrl } from './push-endpoint.ts'
import { lastingAt } from './push-jobs.ts'

/** The person, and the session of the requesting browser. */
type Own = { readonly userId: string; readonly sessionId: string }
/** The language and locale of the person in this browser. */
type Reading = { readonly language: string; readonly locale: string }

export type AlertPush = ReturnType<typeof createAlertPush>

/** The context to which the encryption of endpoint and keys is bound. */
export const subjectOf = (id: string): string => `push subscription ${id}`

/** Price alerts as messages to browsers. */
export function createAlertPush({ db, keys, moreHosts, seal, clock, randomBytes }: Ports) {
  const browsersOf = async (userId: string) =>
    db.pushSubscription.findMany({
      where: { userId, session: lastingAt(new Date(clock.now())) },
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      select: { endpointHash: true, failedAt: true },
      take: maxBrowsers,
    })
  return {
    /** In which browsers the person gets alerts, and which of them may have missed the last one. */
    async view({ userId }: Pick<Own, 'userId'>): Promise<AlertPushView> {
      const browsers = await browsersOf(userId)
      return {
        publicKey: keys.publicKey,
        browsers: browsers.map(({ endpointHash }) => endpointHash),
        failing: browsers.filter(({ failedAt }) => failedAt !== null).map(({ endpointHash }) => endpointHash),
      }
    },
    /**
     * Sends alerts to this browser while its session is valid. A browser gets the alerts of one person only.
     *
     * @returns INVALID_INPUT for an endpoint or key that the app cannot send to; NOT_FOUND if the endpoint to replace is
     *   not the person's
     */
    async subscribe(
      { userId, sessionId }: Own,
      { replaces, ...target }: SubscribePush,
      reading: Reading,
    ): Promise<Outcome<{ browsers: number }>> {
      if (pushUrl(target.endpoint, moreHosts) === undefined) return unknownService
      if (!isPoint(target)) return wrongKey
      const id = newId('push', randomBytes)
      const sealed = seal.close(JSON.stringify(target satisfies PushTarget), subjectOf(id))
      const createdAt = new Date(clock.now())
      const isKept = await db.$transaction(async (tx) => {
        // Locks the person's row, so that concurrent subscriptions cannot exceed the limit.
        await tx.$queryRaw`select id from users where id = ${userId} for no key update`
        if (replaces !== undefined) {
          const { count } = await tx.pushSubscription.deleteMany({
            where: { endpointHash: sha256(replaces), userId, session: lastingAt(createdAt) },
          })
          if (count === 0) return false
        }
        const endpointHash = sha256(target.endpoint)
        const isEnded = { userId, NOT: { session: lastingAt(createdAt) } }
        await tx.pushSubscription.deleteMany({ where: { OR: [{ endpointHash }, isEnded] } })
        await tx.pushSubscription.create({
          data: { id, userId, sessionId, endpointHash, sealed, ...reading, createdAt },
        })
        const old = await tx.pushSubscription.findMany({
          where: { userId },
          orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
          skip: maxBrowsers,
          select: { id: true },
        })
        await tx.pushSubscription.deleteMany({ where: { id: { in: old.map((row) => row.id) } } })
        return true
      })
      if (!isKept) return refuse('NOT_FOUND')
      return { ok: true, value: { browsers: (await browsersOf(userId)).length } }
    },
    /** Stops the alerts to a browser of the person. */
    async unsubscribe({ userId }: Pick<Own, 'userId'>, endpointHash: string) {
      await db.pushSubscription.deleteMany({ where: { userId, endpointHash } })
      return { browsers: (await browsersOf(userId)).length }
    },
  }
}

type Ports = Pick<AlertPushPorts, 'db' | 'keys' | 'moreHosts' | 'seal' | 'clock' | 'randomBytes'>

const unknownService = refuse('INVALID_INPUT', {
  message: 'This app does not know the push service of this browser, so it sends nothing there.',
})
const wrongKey = refuse('INVALID_INPUT', { message: 'The key p256dh is not a point of the curve P-256.' })
