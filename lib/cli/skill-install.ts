import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import type { Done, InstallProblem } from '#lib/skills/server/installing/install-problem.ts'
import type { Installer, LockState } from '#lib/skills/server/installing/installer.ts'
import { type InstallPlan, needsApproval, type PlannedSkill } from '#lib/skills/server/installing/plan-install.ts'
import { ancestorsOf, stepsOf } from '#lib/skills/server/registry/compositions.ts'
import { SkillName } from '#runner/contract/manifest.ts'
import { tiers } from '#runner/contract/operations/descriptor.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { CommandFailure } from './expected-failure.ts'
import { folderNamed } from './given-skill.ts'
import { planWords, problemLines } from './install-words.ts'
import { fromWorkingDir, printable, untilInterrupted, whileShowing } from './terminal.ts'
import { withInstalling } from './with-services.ts'

type ApproveOptions = { approve?: boolean; json?: boolean }
type InstallOptions = ApproveOptions & {
  name?: string
  tier?: PlannedSkill['skill']['tier']
  trust?: string
  frozen?: boolean
}

const jsonOption = ['--json', 'print one line of JSON, and ask nothing'] as const
const approveOption = ['--approve', 'approve what the command shows, without a question'] as const

export const createSkillInstallCommand = (): Command =>
  new Command('install')
    .description(
      'install a skill of another source: fetch it, check it, show what it may do, and ask for your approval',
    )
    .argument(
      '[source]',
      'owner/repo[/path][@ref], an https address, well-known:HOST[/NAME], registry:URL#NAME, registry:./folder#NAME, or ./folder',
    )
    .option('--name <skill>', 'the skill, if the source offers several')
    .addOption(
      new Option(
        '--tier <tier>',
        'how far it is trusted (default: verified if travel.config.json trusts its publisher or source, else untrusted)',
      ).choices(tiers),
    )
    .option('--trust <skill>', 'the name of the skill again, for a tier above untrusted')
    .option('--frozen', 'install exactly what skills.lock says, and refuse whatever differs')
    .option(...approveOption)
    .option(...jsonOption)
    .action(async (source: string | undefined, options: InstallOptions) => {
      using interrupt = untilInterrupted()
      const { signal } = interrupt
      requireFitting(source, options)
      await withInstalling({}, async ({ installer }) => {
        if (options.frozen) {
          const plan = required(
            await whileShowing('Fetching and checking what skills.lock says', () => installer.planFrozen(signal)),
          )
          // The lock file is the approval.
          return apply(installer, plan, { ...options, approve: true })
        }
        if (source === undefined) throw new CommandFailure('Name a source, or add --frozen.', { exitCode: 2 })
        const { name, tier } = options
        const request = { source: fromWorkingDir(source), tier, signal, ...(name !== undefined && { name }) }
        const planned = await whileShowing(`Fetching and checking ${source}`, () => installer.plan(request))
        if (!planned.ok && planned.problem.code === 'source_text') throw noSource(source, planned.problem)
        const plan = required(planned)
        requireTier(plan, options)
        requireTrust(plan, options)
        return apply(installer, plan, options)
      })
    })

export const createSkillUpdateCommand = (): Command =>
  new Command('update')
    .description(
      'update installed skills: patches that ask for nothing new by themselves, everything else after your approval',
    )
    .argument('[skill...]', 'the names of installed skills (default: all)')
    .option('--check', 'only say what an update would do')
    .option(...approveOption)
    .option(...jsonOption)
    .action(async (names: string[], options: ApproveOptions & { check?: boolean }) => {
      using interrupt = untilInterrupted()
      await withInstalling({}, async ({ installer }) => {
        warnOfLock(installer, await installer.writeLock())
        const asked = names.length > 0 ? names : await installer.names()
        if (asked.length === 0) process.stderr.write('No skill is installed, so that there is nothing to update.\n')
        for (const name of asked) {
          const planned = await whileShowing(`Looking for a newer ${name}`, () =>
            installer.planUpdate(name, interrupt.signal),
          )
          // One source that cannot be reached must not keep the other skills from their update.
          if (!planned.ok) {
            const of = planned.problem.code === 'not_installed' ? '' : `${name}: `
            process.stderr.write(`${of}${problemLines(planned.problem)}\n`)
            process.exitCode = exitCodeOf(planned.problem)
          } else if (options.check) show(planned.value, options)
          else if (planned.value.skills.length === 0) show(planned.value, options)
          else await apply(installer, planned.value, options)
        }
      })
    })

/** Options that would be ignored are refused. */
function requireFitting(source: string | undefined, { frozen, name, tier, trust }: InstallOptions): void {
  if (frozen && [source, name, tier, trust].some((given) => given !== undefined)) {
    throw new CommandFailure(
      '--frozen installs what skills.lock says. Leave the source, --name, --tier and --trust out.',
      { exitCode: 2 },
    )
  }
  if (trust !== undefined && tier === undefined) {
    throw new CommandFailure('--trust goes with --tier. Add --tier verified or --tier local, or leave --trust out.', {
      exitCode: 2,
    })
  }
}

/** What a name alone may mean: other programs install by name. */
function noSource(source: string, problem: InstallProblem): CommandFailure {
  if (!SkillName.safeParse(source).success) return new CommandFailure(problemLines(problem))
  return (
    folderNamed(source) ??
    new CommandFailure(
      `${source} is a name, and not a source. Find its source: ${travelCommand(`skill search ${source}`)}`,
    )
  )
}

/** A skill keeps the tier in which it is installed, unless the operator names another one. */
function requireTier(plan: InstallPlan, options: InstallOptions): void {
  const lowered = plan.skills.find(
    ({ skill, before }) => before !== undefined && tiers.indexOf(skill.tier) > tiers.indexOf(before.tier),
  )
  if (options.tier !== undefined || lowered?.before === undefined) return
  show(plan, options)
  const { skill, before } = lowered
  const { name } = skill.manifest
  throw new CommandFailure(
    `${name} is installed in the tier ${before.tier}, and would be ${skill.tier}. Nothing was installed. To keep its tier, add --tier ${before.tier} --trust ${name}. To lower it, add --tier ${skill.tier}.`,
  )
}

/** A tier above untrusted opens more to the skill, so its name has to be typed. */
function requireTrust(plan: InstallPlan, options: InstallOptions): void {
  const { skills, asked } = plan
  const { tier, trust } = options
  if (tier === undefined || tier === 'untrusted' || skills.length === 0 || trust === asked) return
  show(plan, options)
  throw new CommandFailure(
    `The tier ${tier} gives ${asked} more than a stranger gets. If you trust its author, add --trust ${asked}.`,
  )
}

/** Shows a plan, asks for the approval that it needs, and installs it. */
export async function apply(installer: Installer, plan: InstallPlan, options: ApproveOptions): Promise<void> {
  show(plan, options)
  // An earlier command may have ended before it wrote the lock file.
  if (plan.skills.length === 0) return warnOfLock(installer, await installer.writeLock())
  if (plan.skills.some(needsApproval) && !options.approve && !(await agrees(options))) {
    throw new CommandFailure('Nothing was installed. To agree, repeat the command with --approve.')
  }
  const { installed, lockProblem } = required(await installer.apply(commandLine, plan))
  if (!options.json) process.stdout.write(`Installed: ${installed.join(', ')}.\n`)
  warnOfLock(installer, { lockProblem })
}

/** A question only on a terminal. Anything but a yes declines. */
async function agrees({ json }: ApproveOptions): Promise<boolean> {
  if (json || !process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question('Approve and install? Type yes: ')
    return answer.trim().toLowerCase() === 'yes'
  } finally {
    terminal.close()
  }
}

function show(plan: InstallPlan, { json }: ApproveOptions): void {
  if (json) process.stdout.write(`${printableJson(planJson(plan), 0)}\n`)
  else if (plan.skills.length === 0) process.stdout.write(`${plan.asked || 'Everything'} is as it should be.\n`)
  else process.stdout.write(`${printable(planWords(plan))}\n`)
}

const planJson = ({ asked, skills, children }: InstallPlan) => ({
  asked,
  children,
  skills: skills.map((planned) => ({
    name: planned.skill.manifest.name,
    version: planned.skill.manifest.version,
    installed_version: planned.before?.manifest.version ?? null,
    tier: planned.composed.tier,
    installed_tier: planned.before?.tier ?? null,
    source: planned.source,
    commit: planned.commit ?? null,
    publisher: planned.publisher ?? null,
    digest: `sha256:${planned.skill.manifest.provenance.digest}`,
    verdict: planned.check.verdict,
    findings: planned.check.findings.map(({ rule, file, line, why }) => ({ rule, file, line, why })),
    step: planned.step,
    permissions: planned.permissions,
    inherits: ancestorsOf(planned.composed),
    steps: stepsOf(planned.composed),
    added: planned.added,
    removed: planned.removed,
    files: planned.fileChanges,
    is_requested: planned.isRequested,
    needs_approval: needsApproval(planned),
  })),
})

/** The value, or the problem as the failure of the command. */
export function required<Value>(done: Done<Value>): Value {
  if (done.ok) return done.value
  throw new CommandFailure(problemLines(done.problem), { exitCode: exitCodeOf(done.problem) })
}

/** 3: the source could not be reached, so that a later attempt may succeed. */
function exitCodeOf(problem: InstallProblem): 1 | 3 {
  return problem.code === 'source' && problem.refusal.code === 'SOURCE_UNAVAILABLE' ? 3 : 1
}

export function warnOfLock({ lockFile }: Pick<Installer, 'lockFile'>, { lockProblem }: LockState): void {
  if (lockProblem !== undefined) process.stderr.write(`${lockFile} could not be written: ${lockProblem}\n`)
}
