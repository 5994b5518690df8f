import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { changeApproval } from '#lib/skills/server/registry/change-approval.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { ownRelease } from '#runner/core/skill.ts'
import type { PermissionDecision } from '../model/console-skill.ts'

type Ports = Parameters<typeof changeApproval>[0] & { readonly skills: Pick<Registry, 'current' | 'refresh'> }

/**
 * Approves or revokes one permission of the release that the operator saw, immediately in this process. CONFLICT: the
 * name refers to another release now.
 */
export async function decidePermission(
  ports: Ports,
  context: Context,
  name: string,
  { digest, permission, item, is_approved: isApproved }: PermissionDecision,
): Promise<Outcome<{ readonly is_approved: boolean }>> {
  const current = await ports.skills.current(name)
  if (current === undefined) return refuse('NOT_FOUND')
  if (current.skill.digest !== digest) {
    return refuse('CONFLICT', { message: 'The skill was updated meanwhile. Reload the page and decide again.' })
  }
  const { permissions: inherited } = current.skill.manifest
  const { digest: own } = ownRelease(current.skill)
  const done = await changeApproval(ports, context, { digest: own, permission, item, isApproved, inherited })
  if (!done.ok) return done
  ports.skills.refresh()
  return { ok: true, value: { is_approved: isApproved } }
}
