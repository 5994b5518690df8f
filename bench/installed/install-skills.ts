import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openManaging } from '../../lib/compose/open-managing.ts'
import { commandLine } from '../../lib/platform/server/auth/context.ts'
import type { Env } from '../../lib/platform/server/env/env.ts'
import { createLogger } from '../../lib/platform/server/log/logger.ts'
import { CheckUnfinished } from '../../lib/skills/server/gates/check-apart.ts'
import { applyInstall } from '../../lib/skills/server/installing/apply-install.ts'
import type { PlannedSkill } from '../../lib/skills/server/installing/plan-install.ts'
import { asInstalled } from '../../lib/skills/server/registry/origin.ts'
import { loadSkillFolder } from '../../runner/manifest/load-skill-folder.ts'
import { nothing } from '../../runner/policy/effective-permissions.ts'

type Files = Readonly<Record<string, string>>
type Managing = Awaited<ReturnType<typeof openManaging>>

/** How many skills one transaction installs. */
const together = 50

const nameOf = (at: number): string => `bench-skill-${at}`

/** Installs skills number `from` to `to`, each checked by the gates and approved, as a person would. */
export async function installSkills(env: Env, from: number, to: number): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const log = createLogger({ level: 'silent' })
  const services = await openManaging({ env, projectRoot: process.cwd(), log }, opened)
  for (let first = from; first < to; first += together) {
    const numbers = Array.from({ length: Math.min(together, to - first) }, (_, at) => first + at)
    const skills: PlannedSkill[] = []
    for (const at of numbers) skills.push(await planned(services, at))
    const done = await applyInstall({ ...services, filesDir: env.filesDir }, commandLine, {
      asked: nameOf(first),
      skills,
      children: [],
    })
    if (!done.ok) throw new Error(`The skills were not installed: ${done.problem.code}`)
  }
}

/** What a plan says about a skill that is new and that nothing needs. */
async function planned({ releases, projectRoot }: Managing, at: number): Promise<PlannedSkill> {
  const name = nameOf(at)
  const folder = await mkdtemp(join(tmpdir(), 'travel-bench-skill-'))
  try {
    const files = filesOf(at)
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const source = `registry:https://skills.example.com/index.json#${name}`
    const options = { tier: 'untrusted', name, source, approved: nothing, projectDir: projectRoot } as const
    const loaded = await loadSkillFolder(folder, options)
    if (!loaded.ok) throw new Error(`${name}: ${loaded.problems[0]?.message}`)
    const skill = asInstalled(loaded.skill)
    await releases.keep(skill)
    const check = await releases.checkOf(skill)
    if (check instanceof CheckUnfinished) throw check
    return {
      skill,
      source,
      ref: undefined,
      commit: undefined,
      publisher: undefined,
      composed: skill,
      check,
      files: {},
      before: undefined,
      replaces: undefined,
      step: 'new',
      fileChanges: { added: Object.keys(files), removed: [], changed: [] },
      permissions: skill.manifest.permissions,
      added: [],
      removed: [],
      isRequested: true,
      wasRolledBack: false,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every second skill is text for agents, the others have code. Every tenth needs another one. */
function filesOf(at: number): Files {
  const description = `Answers question number ${at} about travel, and says which sources the answer has.`
  const text = 'It reads the question, looks for the answer, and says where it has it from.\n'.repeat(50)
  const needed = at % 10 === 9 ? `dependencies:\n  ${nameOf(at - 1)}: ^1.0.0\n` : ''
  if (at % 2 === 0) {
    const matter = `name: ${nameOf(at)}\ndescription: ${description}\nmetadata:\n  version: "1.0.0"`
    return { 'SKILL.md': `---\n${matter}\n---\n\n# Question ${at}\n\n${text}` }
  }
  return {
    'SKILL.md': `---\nname: ${nameOf(at)}\ndescription: ${description}\n---\n\n# Question ${at}\n\n${text}`,
    'skill.yaml': `name: ${nameOf(at)}
version: "1.0.0"
description: ${description}
risk_level: low
entry: main.js
runtimes: [container]
${needed}permissions:
  network: { egress: [api.example.com], methods: [GET] }
input_schema:
  answer:
    type: object
    required: [question]
    additionalProperties: false
    properties:
      question: { type: string, minLength: 1, maxLength: 100, description: The question. }
`,
    'main.js': `export default async ({ params }) => ({ results: [{ number: ${at}, question: params.question }] })\n`,
  }
}
