import type { Context } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { type Outcome, type Refused, refuse } from '#lib/platform/server/http/outcome.ts'
import type { Installer } from '#lib/skills/server/installing/installer.ts'
import type { Removed, RolledBack } from '../../model/console-install.ts'
import { refuseInstall } from './install-skill.ts'

type Ports = {
  readonly db: DatabaseClient
  readonly installer: Pick<Installer, 'planRemoval' | 'remove' | 'rollBack'>
}

/** Removes an installed skill and exactly those skills that the operator saw would go with it. */
export async function removeInstalled(
  ports: Ports,
  context: Context,
  name: string,
  shown: { readonly digest: string; readonly removed: readonly string[] },
): Promise<Outcome<Removed>> {
  const changed = await changedSince(ports, name, shown.digest)
  if (changed) return changed
  const planned = await ports.installer.planRemoval(name)
  if (!planned.ok) return refuseInstall(planned.problem)
  if (planned.value.removed.join() !== shown.removed.join()) return lookAgain
  const done = await ports.installer.remove(context, name)
  if (!done.ok) return refuseInstall(done.problem)
  const { removed, lockProblem } = done.value
  return { ok: true, value: { removed: [...removed], lock_problem: lockProblem ?? null } }
}

/** Returns from the release that the operator saw to the one before it. */
export async function rollBackInstalled(
  ports: Ports,
  context: Context,
  name: string,
  digest: string,
): Promise<Outcome<RolledBack>> {
  const changed = await changedSince(ports, name, digest)
  if (changed) return changed
  const done = await ports.installer.rollBack(context, name)
  if (!done.ok) return refuseInstall(done.problem)
  const { from, to, lockProblem } = done.value
  return { ok: true, value: { from, to, lock_problem: lockProblem ?? null } }
}

const lookAgain = refuse('CONFLICT', { message: 'The skill was changed meanwhile. Look again, then decide.' })

async function changedSince({ db }: Ports, name: string, digest: string): Promise<Refused | undefined> {
  const row = await db.installedSkill.findUnique({ where: { name }, select: { digest: true } })
  if (row === null) return refuse('NOT_FOUND', { message: `${name} is not installed.` })
  return row.digest === digest ? undefined : lookAgain
}
