import { type Permissions, SkillManifest, SkillName } from '../contract/manifest.ts'
import { sha256 } from '../core/hash.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { type BundleProblem, type BundleResult, bundleSkill } from '../manifest/bundle-skill.ts'

/** A plain function given as source text, and the name under which it is logged. */
export type AjsText = { readonly ajs: string; readonly name?: string }

const file = 'skill.ajs'
const entry = 'main.ts'
/** The whole argument becomes one param: params are an object, but a function may take any other value. */
const starts = `import run from './${file}'
import { answerOf } from '#runner/sdk/ajs.ts'
export default async ({ params }) => answerOf(await run(params.args))
`

/** Bundles the source text of a plain function. Problems have positions in this source. */
export async function bundleText({ ajs }: AjsText, projectDir: string): Promise<BundleResult> {
  const files = new Map([
    [file, Buffer.from(ajs)],
    [entry, Buffer.from(starts)],
  ])
  return bundleSkill({ skill: { folder: projectDir, files, digest: sha256(Buffer.from(ajs)) }, entry, projectDir })
}

/** The skill of a bundled function, with exactly the permissions that the executor's caller grants. */
export function skillOfText({ name }: AjsText, bundled: Extract<BundleResult, { ok: true }>, permissions: Permissions) {
  const { code, sourceMap } = bundled.bundle
  const { network, exec, filesystem } = permissions
  const sendsNothing = network.methods.every((method) => method === 'GET' || method === 'HEAD')
  const reads = sendsNothing && exec.length === 0 && filesystem.write.length === 0
  const manifest = SkillManifest.parse({
    // The prefix distinguishes the function from an installed skill with the same name in records.
    name: SkillName.catch('ajs').parse(name === undefined ? 'ajs' : `ajs-${name}`),
    version: '1.0.0',
    description: 'A function that an executor was given.',
    risk_level: 'low',
    effects: reads ? ['read'] : ['read', 'act'],
    confirmation: { required: false },
    permissions,
  })
  const digest = sha256(Buffer.from(`travel.aw ajs\n${JSON.stringify(permissions)}\n${code}`))
  return {
    manifest,
    tier: 'local',
    approved: permissions,
    digest,
    program: { kind: 'bundle', language: 'javascript', code, sourceMap },
    folder: '',
  } satisfies LoadedSkill
}

/** The first problem, with its position. */
export function problemOf([problem]: readonly BundleProblem[]): string {
  if (problem === undefined) return 'the code cannot be bundled'
  return `${problem.file}:${problem.line}:${problem.column} ${problem.message}: ${problem.remedy}`
}
