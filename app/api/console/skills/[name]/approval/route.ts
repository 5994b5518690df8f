import * as z from 'zod'
import { defineRoute, services } from '#lib/compose/server.ts'
import { PermissionDecision } from '#lib/console/model/console-skill.ts'
import { operatorsOnly } from '#lib/console/server/operators-only.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { routeMethods } from '#lib/platform/server/http/route-methods.ts'
import { changeApproval } from '#lib/skills/server/registry/change-approval.ts'
import { SkillName } from '#runner/contract/manifest.ts'

export const dynamic = 'force-dynamic'

/** Approves or revokes one permission of the release that the page shows. */
const decide = defineRoute({
  ...operatorsOnly,
  params: z.object({ name: SkillName }),
  body: PermissionDecision,
  async handle({ params: { name }, input: { digest, permission, item, is_approved }, principal }) {
    const ports = await services()
    const current = await ports.skills.current(name)
    if (current === undefined) return refuse('NOT_FOUND')
    if (current.skill.digest !== digest) {
      return refuse('CONFLICT', { message: 'The skill was updated meanwhile. Reload the page and decide again.' })
    }
    const change = { digest, permission, item, isApproved: is_approved }
    const done = await changeApproval(ports, change, principal)
    if (done.ok) ports.skills.refresh()
    return done.ok ? { body: { is_approved } } : done
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ POST: decide })
