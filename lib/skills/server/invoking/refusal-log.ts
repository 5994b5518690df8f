import type { AppendAudit } from '#lib/platform/server/audit/audit-trail.ts'
import { plainReasonOf } from '#lib/platform/server/db/database-error.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import type { Clock, Log, RefusalLog, RejectedRequest } from '#runner/core/ports.ts'
import { shownLacks } from '#runner/policy/explain-lacks.ts'

type RefusalPorts = {
  readonly append: AppendAudit
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn'>
}

/** Equal rejections within this time share a row. */
const windowMs = 60_000
/** The number of kinds of rejections that get their own rows within that time. One row counts all others. */
const maxKinds = 500

type Tally = { readonly request: RejectedRequest; times: number }

/**
 * Records refused requests in the audit trail: `skill.refused` when policy refused or stopped the request as a whole,
 * `skill.denied` when a skill was denied something and continued without it, and `skill.rejected` for requests that
 * could not run anyway. The first `skill.rejected` is written immediately; equal ones within a minute are written as a
 * count, so that invalid requests cannot fill the trail.
 */
export function createRefusalLog({ append, clock, log }: RefusalPorts): RefusalLog & AsyncDisposable {
  const tallies = new Map<string, Tally>()
  /** The number of rejections of kinds beyond `maxKinds`. Their callers and kinds are not kept. */
  let others = 0

  const writeRejection = ({ skill, principal, code }: RejectedRequest, times: number) =>
    append({
      at: new Date(clock.now()),
      by: principal,
      action: 'skill.rejected',
      // The name of an unknown skill would be the caller's own text.
      subject: skill ?? 'unknown skill',
      detail: { principal: principal.id, code, times },
    })

  async function writeCounted(): Promise<void> {
    const counted = [...tallies.values()].filter(({ times }) => times > 0)
    const rest = others
    tallies.clear()
    others = 0
    await Promise.all([
      ...counted.map(({ request, times }) => writeRejection(request, times)),
      ...(rest === 0
        ? []
        : [
            append({
              at: new Date(clock.now()),
              by: publicPrincipal,
              action: 'skill.rejected',
              subject: 'others',
              detail: { times: rest },
            }),
          ]),
    ])
  }
  const timer = setInterval(() => {
    writeCounted().catch((cause: unknown) =>
      log.warn('counted rejections could not be written to the audit trail', {
        reason: plainReasonOf(cause),
      }),
    )
  }, windowMs).unref()

  return {
    refused: ({ skill, version, digest, principal, execution, code, reason, lacks }) =>
      append({
        at: new Date(clock.now()),
        by: principal,
        action: code === undefined ? 'skill.denied' : 'skill.refused',
        subject: skill,
        detail: {
          principal: principal.id,
          ...(code === undefined ? {} : { code }),
          ...(reason === '' ? {} : { reason }),
          ...(execution === undefined ? {} : { execution }),
          lacks: shownLacks(lacks),
          version,
          digest,
        },
      }),

    async rejected(request) {
      const { skill = '', principal, code } = request
      const kind = JSON.stringify([principal.source, principal.id, skill, code])
      const known = tallies.get(kind)
      if (known) known.times += 1
      else if (tallies.size >= maxKinds) others += 1
      else {
        tallies.set(kind, { request, times: 0 })
        await writeRejection(request, 1)
      }
    },

    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await writeCounted()
    },
  }
}
