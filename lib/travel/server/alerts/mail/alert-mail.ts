import * as z from 'zod'
import type { Language } from '#lib/platform/model/languages.ts'
import { queueSince } from '#lib/platform/server/queue/jobs.ts'
import { openQueue } from '#lib/platform/server/queue/open-queue.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { AlertMailState } from '../../../model/alert-mail-state.ts'
import { addressOf, confirmAddress, sendConfirmation } from './confirm-address.ts'
import { mailAlert, maxAgeMs } from './mail-alert.ts'
import { addMailJob, addMailRetries, isConfirmed, mailTask, maxAttempts } from './mail-jobs.ts'
import type { AlertMailPorts } from './ports.ts'
import { unsubscribedBy } from './unsubscribe-token.ts'

type Own = Pick<Principal, 'id'>

export type AlertMail = ReturnType<typeof createAlertMail>

/** Price alerts by e-mail: manages a person's address, and whether alerts are mailed to it. */
export function createAlertMail(ports: AlertMailPorts) {
  const { db, mailer, unsubscribeKey } = ports
  const set = (id: string, data: { mailsAlerts?: boolean; mailLanguage?: Language }) =>
    db.user.updateMany({ where: { id }, data })
  return {
    async state({ id }: Own): Promise<AlertMailState> {
      if (mailer === undefined) return { kind: 'no_mail' }
      const user = await db.user.findUnique({ where: { id } })
      if (user === null || user.isGuest) return { kind: 'guest' }
      const { email } = user
      if (email === null) return { kind: 'no_address' }
      if (!isConfirmed(user)) return { kind: 'unconfirmed', email }
      return { kind: user.mailsAlerts ? 'on' : 'off', email }
    },
    sendConfirmation: ({ id }: Own, clientKey: string, language: Language, baseUrl?: string) =>
      sendConfirmation(ports, id, clientKey, language, baseUrl),
    addressOf: (token: string) => addressOf(ports, token),
    confirm: (token: string) => confirmAddress(ports, token),
    /** Turns the mails on or off, and sets the language of later mails. Only a confirmed address gets mails. */
    async switchMails({ id }: Own, mailsAlerts: boolean, mailLanguage: Language) {
      await set(id, { mailsAlerts, mailLanguage })
    },
    async writeIn({ id }: Own, mailLanguage: Language) {
      await set(id, { mailLanguage })
    },
    /** Whether the app created this token of an unsubscribe link. */
    mayUnsubscribe: (token: string) => unsubscribedBy(unsubscribeKey, token) !== undefined,
    /** Turns off the mails of the token's person; false for a token that the app did not create. */
    async unsubscribe(token: string) {
      const id = unsubscribedBy(unsubscribeKey, token)
      if (id === undefined) return false
      await set(id, { mailsAlerts: false })
      return true
    },
  }
}

const Payload = z.object({ id: z.string() })

/** Mails alerts until disposed. Starts with the alerts that were recorded before the queue existed. */
export async function openAlertMails(
  databaseUrl: string,
  ports: Omit<AlertMailPorts, 'limits'>,
): Promise<AsyncDisposable> {
  const queue = await openQueue({
    databaseUrl,
    tasks: { [mailTask]: (payload, { abortSignal }) => mailAlert(ports, Payload.parse(payload).id, abortSignal) },
    concurrency: 1,
    name: 'alert mails',
    log: ports.log,
  })
  const { db, clock } = ports
  const select = { alertId: true, alert: { select: { search: { select: { userId: true } } } } }
  const waiting = await db.alertMail.findMany({ where: { state: 'pending' }, select })
  for (const { alertId, alert } of waiting) await addMailJob(db, { alertId, userId: alert.search.userId })
  const restored = await db.alertMail.findMany({
    where: {
      state: 'failed',
      attempts: { lt: maxAttempts },
      triedAt: { lt: await queueSince(db) },
      alert: { at: { gte: new Date(clock.now() - maxAgeMs) } },
    },
    select: { ...select, attempts: true },
  })
  for (const { alertId, attempts, alert } of restored) {
    await addMailRetries(db, { alertId, attempts, userId: alert.search.userId })
  }
  return queue
}
