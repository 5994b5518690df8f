import { scriptName } from '../contract/errors.ts'
import { type RuntimeName, SkillManifest } from '../contract/manifest.ts'
import { globalsOf, type HostOp, hostOps, operations } from '../contract/operations/host-operations.ts'
import { runtimeNamed, scriptRuntimes } from '../contract/runtimes.ts'
import type { ScriptGrant } from '../contract/script.ts'
import { languageNames, type ScriptLanguage } from '../contract/script-language.ts'
import { sha256 } from '../core/hash.ts'
import type { AnswerStore, SkillSource } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { readScriptText } from './script-text.ts'

/** A program that a caller sends for one run, without installing it. */
export type Script = { readonly text: string; readonly grant: ScriptGrant }

type LoadedScript =
  | { readonly ok: true; readonly skill: LoadedSkill }
  | { readonly ok: false; readonly details: Record<string, string> }

/**
 * What is missing if a runtime is not available, and what to do. Shown to agents. `why`: why the script needs this
 * runtime. `withBase`: what the operator's base image must have. `instead`: another way out.
 */
export function runtimeRemedy(
  runtime: RuntimeName,
  language: ScriptLanguage,
  { why = 'the script runs in a container', withBase = '', instead = '' } = {},
): string {
  const { start, remedy } = runtimeNamed(runtime) ?? {}
  return start === 'on an engine'
    ? `${why}, and this instance has no working Docker engine: ask the operator to ${remedy}${withBase}${instead}`
    : `${languageNames[language]} scripts cannot run now, because their runtime has not started: try again later`
}

/** The runtimes of a script, the preferred one first. */
const runtimesOf = ({ runtime, language }: ScriptGrant): RuntimeName[] =>
  runtime === undefined ? scriptRuntimes(language).map(({ name }) => name) : [runtime]

/** Why a script cannot run now if none of its runtimes is available. */
export const scriptUnavailable = (grant: ScriptGrant): string =>
  runtimeRemedy(runtimesOf(grant)[0] ?? '', grant.language)

/** The version and the input of every execution of a script. */
export const scriptVersion = '1.0.0'
export const scriptInput = { action: 'run', params: {}, config: {} }
/** Hashed before the text, so that a script's digest never equals the digest of anything else. */
const headOf = (language: string) => `travel.aw script\n${language}\n`

/** The stored bytes of a script. Their sha256 is its digest. */
export const scriptBytes = (language: string, text: string): Buffer => Buffer.from(headOf(language) + text)
const releaseOf = ({ text, grant }: Script) => scriptBytes(grant.language, text)

/** The parts of the stored bytes of a script. */
export function splitScript(bytes: Uint8Array): { readonly language: string; readonly text: string } {
  const [, language = '', ...lines] = Buffer.from(bytes).toString('utf8').split('\n')
  return { language, text: lines.join('\n') }
}

/**
 * Makes a skill from a script, as if it were installed. Its permissions are those of the profile, and its result is the
 * argument of `set_result`. Only the sandbox parses the text, because a malicious text could crash a parser in this
 * process.
 */
export function loadScript(script: Script): LoadedScript {
  const { text, grant } = script
  const read = readScriptText(text)
  if (!read.ok) return { ok: false, details: { script: read.problem } }
  if (read.language !== undefined && read.language !== grant.language) {
    const [asked, own] = [languageNames[grant.language], languageNames[read.language]]
    return { ok: false, details: { language: `is ${asked}, and the script itself says that it is ${own}` } }
  }
  const { permissions, limits } = grant
  const reads = permissions.network.methods.every((method) => method === 'GET' || method === 'HEAD')
  const manifest = SkillManifest.parse({
    name: scriptName,
    version: scriptVersion,
    description: 'A script sent by a caller.',
    risk_level: 'low',
    effects: reads ? ['read'] : ['read', 'act'],
    // The approval of the profile covers the script's actions.
    confirmation: { required: false },
    permissions,
    limits,
    runtimes: runtimesOf(grant),
  })
  return {
    ok: true,
    skill: {
      manifest,
      tier: 'verified',
      approved: permissions,
      digest: sha256(releaseOf(script)),
      program: { kind: 'bundle', language: grant.language, code: codeOf[grant.language](read.code) },
      folder: '',
      isScript: true,
    },
  }
}

/** Stores a script under its digest, for replays and resumed executions. */
export function keepScript(answers: AnswerStore, script: Script): Promise<void> {
  const bytes = releaseOf(script)
  return answers.put(sha256(bytes), bytes)
}

/** The code that a digest identifies. `script`: set when it is a script. */
type Release = { readonly skill: LoadedSkill; readonly script?: Script }
type ReleasePorts = { readonly skills: Pick<SkillSource, 'byDigest'>; readonly answers?: AnswerStore | undefined }

/**
 * The release that an execution started with: a script if `grant` is given, otherwise an installed skill. Undefined:
 * the release is no longer stored, or the stored bytes do not match the digest.
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
  const script = { text: splitScript(bytes).text, grant }
  const loaded = loadScript(script)
  return loaded.ok && loaded.skill.digest === digest ? { script, skill: loaded.skill } : undefined
}

const scriptOps = hostOps.filter((op) => operations[op].scripts?.includes('javascript'))

/** `const settings = { get: located(host.settings.get), … };` */
function declaration([global, ops]: readonly [string, readonly HostOp[]]): string {
  const functions = ops.map((op) => [op.slice(global.length + 1), `located(host.${op})`] as const)
  const [[name, only] = ['', '']] = functions
  return `const ${global} = ${name === '' ? only : `{ ${functions.map((pair) => pair.join(': ')).join(', ')} }`};`
}

/**
 * The functions of a script's environment, in one line. The script ends when its text has run and nothing is pending.
 * `set_result` checks and copies the result at once, so that an error has the line of that call. The error of a failed
 * host call gets the stack of the call, which the host does not know. `script-report.ts` relies on the names
 * `set_result` and `__call`.
 */
const prelude = [
  'globalThis.__skill = (({ whenIdle, setTimeout, setInterval, clearTimeout, clearInterval }) => async () => {',
  'const located = (call) => function __call(...given) { const place = new Error().stack;',
  'return call(...given).catch((error) => { error.stack = place; throw error }) };',
  'const host = globalThis;',
  ...Array.from(globalsOf(scriptOps), declaration),
  'const set = [];',
  'const { stringify } = JSON;',
  'const set_result = (data) => {',
  'const json = stringify(data);',
  'if (json === undefined) throw new TypeError("set_result: the result is not a value that JSON has");',
  'set[0] = json };',
  'const print = console.log;',
  'await (async () => { "use strict"; ',
].join(' ')

/** The first line of the text stays on line 1, so that line numbers match. */
const wrap = (text: string) =>
  `${prelude}${text}\n})(); await whenIdle(); return { results: set.map((json) => ({ result: JSON.parse(json) })) } })(globalThis.__script())`

/** Errors of the program have the line numbers of the script's text. */
const codeOf: Readonly<Record<ScriptLanguage, (text: string) => string>> = { javascript: wrap, python: (text) => text }
