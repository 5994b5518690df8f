import type { Health } from '#lib/platform/model/health.ts'
import { leftOutOf } from '#lib/skills/server/registry/project-skills.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { Principal } from '#runner/contract/principal.ts'

type Ports = {
  readonly health: () => Promise<Health>
  readonly skills: Pick<Registry, 'problems'>
  readonly auth: {
    readSession(headers: Headers): Promise<{ readonly principal: Pick<Principal, 'role'> } | null>
  }
}

/** The answer of `/health`. Only an operator learns which approved skills do not run, and why. */
export async function reportHealth({ health, skills, auth }: Ports, headers: Headers): Promise<Health> {
  const found = await health()
  // The session is in the database: a request for health must not wait for one that does not answer.
  if (found.checks.database !== 'ok') return found
  const signedIn = await auth.readSession(headers).catch(() => null)
  if (signedIn?.principal.role !== 'operator') return found
  return { ...found, left_out: leftOutOf(await skills.problems()) }
}
