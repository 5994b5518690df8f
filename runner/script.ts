import { SkillManifest } from './contract/manifest.ts'
import type { ScriptGrant } from './contract/script.ts'
import { sha256 } from './hash.ts'
import type { AnswerStore, SkillSource } from './ports.ts'
import type { LoadedSkill } from './skill.ts'

/** A program that somebody sends to be run, and nobody installs. */
export type Script = { readonly text: string; readonly grant: ScriptGrant }

export type LoadedScript =
  | { readonly ok: true; readonly skill: LoadedSkill }
  | { readonly ok: false; readonly details: Record<string, string> }

/** The name that executions of scripts go by. */
export const scriptName = 'script'
/** In bytes. */
const longestScript = 256 * 1024
/** Before its text, so that no digest of a script is that of anything else. */
const headOf = ({ language }: ScriptGrant) => `travel.aw script\n${language}\n`

/** What is kept of a script, whose sha256 is its digest. */
const releaseOf = ({ text, grant }: Script) => Buffer.from(headOf(grant) + text)

/**
 * Makes a skill of a script, as one that was installed is: what it may do is what its profile grants, and its result is what it gave
 * to `set_result`. The sandbox reads its text, and nobody before: a reader out here could be brought down by it. Lines of its
 * errors are those of its text.
 */
export function loadScript(script: Script): LoadedScript {
  const { text, grant } = script
  const wrong = (problem: string): LoadedScript => ({ ok: false, details: { script: problem } })
  if (text.trim() === '') return wrong('is empty')
  if (Buffer.byteLength(text) > longestScript) return wrong(`is larger than ${longestScript / 1024} KB`)
  if (!text.isWellFormed() || text.includes('\0')) return wrong('is no text')
  const { permissions, limits } = grant
  const reads = permissions.network.methods.every((method) => method === 'GET' || method === 'HEAD')
  const manifest = SkillManifest.parse({
    name: scriptName,
    version: '1.0.0',
    description: 'A program that somebody sent.',
    risk_level: 'low',
    effects: reads ? ['read'] : ['read', 'act'],
    // Whoever approved its profile approved what it does.
    confirmation: { required: false },
    permissions,
    limits,
    runtimes: ['quickjs'],
  })
  return {
    ok: true,
    skill: {
      manifest,
      tier: 'verified',
      approved: permissions,
      digest: sha256(releaseOf(script)),
      program: { kind: 'bundle', code: codeOf(text) },
      folder: '',
    },
  }
}

/** Keeps a script under its digest, for replays and for who goes on with it. */
export function keepScript(answers: AnswerStore, script: Script): Promise<void> {
  const bytes = releaseOf(script)
  return answers.put(sha256(bytes), bytes)
}

/** What runs under a digest. `script`: it is one. */
export type Release = { readonly skill: LoadedSkill; readonly script?: Script }
type ReleasePorts = { readonly skills: Pick<SkillSource, 'byDigest'>; readonly answers?: AnswerStore | undefined }

/**
 * The release that an execution began with: a skill's, or with a `grant` that of a script. Undefined: it is not kept any more, or is
 * not what was kept.
 */
export async function recallRelease(
  { skills, answers }: ReleasePorts,
  digest: string,
  grant: ScriptGrant | undefined,
): Promise<Release | undefined> {
  if (!grant) {
    const skill = await skills.byDigest(digest)
    return skill && { skill }
  }
  const bytes = (await answers?.get([digest]))?.get(digest)
  if (!bytes) return undefined
  const script = { text: Buffer.from(bytes).toString('utf8').slice(headOf(grant).length), grant }
  const loaded = loadScript(script)
  return loaded.ok && loaded.skill.digest === digest ? { script, skill: loaded.skill } : undefined
}

/** Its first line is on the first line of this. */
function codeOf(text: string): string {
  const before =
    'globalThis.__skill = async () => { const set = []; const set_result = (result) => { set[0] = { result } }; await (async () => { "use strict"; '
  return `${before}${text}\n})(); return { results: set } }`
}
