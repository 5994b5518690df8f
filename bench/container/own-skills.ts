import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SkillManifest } from '../../runner/contract/manifest.ts'
import type { LoadedSkill } from '../../runner/core/skill.ts'
import type { SkillImage } from '../../runner/runtimes/container/skill-images.ts'
import { program } from './program.ts'

export const host = 'api.example.com'
const manifest = SkillManifest.parse({
  name: 'hello',
  version: '0.1.0',
  description: 'says hello',
  risk_level: 'low',
  runtimes: ['container'],
  permissions: { network: { egress: [host] } },
  limits: { timeout_ms: 60_000, memory_mb: 64, cpus: 1 },
})
const code = `globalThis.__skill = async ({ action, params }) => {
  const answer = { hello: params.name }
  if (action === 'ask') answer.status = (await fetch('https://${host}/v1/hello')).status
  return { results: [answer] }
}`
const load = 'printf %s "$1" > /tmp/bundle.js; exec node /opt/travel/harness.mjs /tmp/bundle.js'

const withSdk = await readFile(join(import.meta.dirname, 'hello_sdk.py'), 'utf8')

/**
 * The program that every subject runs, in three forms: a plain script, a script with the SDK, and a bundle. Each has
 * its start command in the base image.
 */
export const ownSkills = {
  program: skillOf({ kind: 'image' }, ['python3', '-c', program]),
  sdk: skillOf({ kind: 'image' }, ['python3', '-c', withSdk]),
  bundle: skillOf({ kind: 'bundle', language: 'javascript', code }, ['sh', '-c', load, 'sh', code]),
} as const

export type OwnSkill = { readonly skill: LoadedSkill; readonly command: NonNullable<SkillImage['command']> }

function skillOf(does: LoadedSkill['program'], command: OwnSkill['command']): OwnSkill {
  return {
    skill: { manifest, tier: 'local', approved: manifest.permissions, digest: does.kind, program: does, folder: '.' },
    command,
  }
}
