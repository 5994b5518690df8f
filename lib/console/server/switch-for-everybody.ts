import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import { switchSkill } from '#lib/skills/server/registry/switch-skill.ts'

type Ports = Parameters<typeof switchSkill>[0] & { readonly skills: Pick<Registry, 'current' | 'refresh'> }

/** Enables or disables a skill, immediately in this process. CONFLICT: the gates forbid enabling the skill. */
export async function switchForEverybody(
  ports: Ports,
  context: Context,
  { name, isEnabled }: { readonly name: string; readonly isEnabled: boolean },
): Promise<Outcome<{ readonly is_enabled: boolean }>> {
  const current = await ports.skills.current(name)
  if (current === undefined) return refuse('NOT_FOUND')
  if (isEnabled && current.refusal !== undefined) return refuse('CONFLICT', { message: current.refusal })
  if (!(await switchSkill(ports, context, name, isEnabled))) return refuse('NOT_FOUND')
  ports.skills.refresh()
  return { ok: true, value: { is_enabled: isEnabled } }
}
