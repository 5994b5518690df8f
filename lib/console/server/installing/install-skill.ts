import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, type Refused, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import type { HearStep } from '#lib/skills/server/installing/bring-release.ts'
import type { Done, InstallProblem } from '#lib/skills/server/installing/install-problem.ts'
import { problemWords } from '#lib/skills/server/installing/install-problem.ts'
import type { Installer } from '#lib/skills/server/installing/installer.ts'
import type { InstallPlan } from '#lib/skills/server/installing/plan-install.ts'
import { keep } from '#runner/policy/policy-sets.ts'
import type { Grant, Installed, PlanApproval, PlanLine, PlanRequest } from '../../model/console-install.ts'
import { planView } from './plan-view.ts'

type Ports = Parameters<typeof planView>[0] & { readonly installer: Pick<Installer, 'plan' | 'planUpdate' | 'apply'> }

/** The refusal of a change of installed skills. */
export function refuseInstall(problem: InstallProblem): Refused {
  const isPassing = problem.code === 'source' && problem.refusal.code === 'SOURCE_UNAVAILABLE'
  if (problem.code === 'not_installed') return refuse('NOT_FOUND', { message: problemWords(problem) })
  return refuse(isPassing ? 'API_UNAVAILABLE' : 'CONFLICT', { message: problemWords(problem) })
}

function planOf(
  { installer }: Ports,
  request: PlanRequest,
  signal: AbortSignal,
  onStep?: HearStep,
): Promise<Done<InstallPlan>> {
  if ('update' in request) return installer.planUpdate(request.update, signal, onStep)
  const { name, ...asked } = request
  return installer.plan({ ...asked, ...(name !== undefined && { name }), signal, onStep })
}

/** Fetches and checks the skills of a plan. Each step is a line as it begins, and the last line is the plan. */
export async function* planLines(ports: Ports, request: PlanRequest, signal: AbortSignal): AsyncGenerator<PlanLine> {
  const steps: PlanLine[] = []
  let heard = Promise.withResolvers<void>()
  let isOver = false
  const planned = planOf(ports, request, signal, (step) => {
    steps.push(step.code === 'fetch' ? { type: 'fetch', source: step.source } : { type: 'check', name: step.name })
    heard.resolve()
  })
  const end = () => {
    isOver = true
    heard.resolve()
  }
  planned.then(end, end)
  while (!isOver) {
    await heard.promise
    heard = Promise.withResolvers()
    yield* steps.splice(0)
  }
  yield* steps.splice(0)
  const done = await planned
  yield done.ok
    ? { type: 'plan', plan: await planView(ports, done.value) }
    : { type: 'problem', message: problemWords(done.problem) }
}

/**
 * Installs exactly the plan that the operator saw, without the refused permissions: plans again, and compares. CONFLICT: the source, an installed skill
 * or the tier has changed meanwhile, so that the operator has to look again.
 */
export async function installSkill(
  ports: Ports,
  context: Context,
  { request, plan, refused, trust }: PlanApproval,
  signal: AbortSignal,
): Promise<Outcome<Installed>> {
  const planned = await planOf(ports, request, signal)
  if (!planned.ok) return refuseInstall(planned.problem)
  const view = await planView(ports, planned.value)
  if (view.digest !== plan) {
    return refuse('CONFLICT', { message: 'What would be installed has changed since the page showed it.' })
  }
  if (view.opens !== null && trust !== view.asked) return refuseField('trust', `type ${view.asked}`)
  const done = await ports.installer.apply(context, without(planned.value, refused))
  if (!done.ok) return refuseInstall(done.problem)
  const { installed, lockProblem } = done.value
  return { ok: true, value: { installed: [...installed], lock_problem: lockProblem ?? null } }
}

/** The plan with fewer permissions. */
const without = (plan: InstallPlan, refused: readonly Grant[]): InstallPlan => ({
  ...plan,
  skills: plan.skills.map((planned) => {
    const { name } = planned.skill.manifest
    const isRefused = (kind: string, item: string) =>
      refused.some((one) => one.skill === name && one.permission === kind && one.item === item)
    return { ...planned, permissions: keep(planned.permissions, (kind, item) => !isRefused(kind, item)) }
  }),
})
