import { RequestPlace, SignatureKind } from '#runner/contract/bound-credentials.ts'
import { secondsOf } from '#runner/contract/fuel.ts'
import { oneLine } from '#runner/contract/hidden-text.ts'
import { Limits } from '#runner/contract/manifest.ts'
import { maxLogBytes, maxLogLines } from '#runner/contract/operations/log-limits.ts'
import { scriptRuntimes } from '#runner/contract/runtimes.ts'
import { languageNames as names, ScriptLanguage } from '#runner/contract/script-language.ts'
import type { ProfileView } from '../../model/profile-schema.ts'
import type { ProfileTemplate } from '../../model/profile-template.ts'
import { limitsOf, mostHostCalls } from '../scripts/script-profile.ts'
import { exampleNamesOf, exampleScripts } from './example-scripts.ts'
import { sdkReference } from './sdk-reference.ts'

export type SkillDocumentFacts = {
  /** Without a trailing slash. */
  readonly instanceUrl: string
  /** The languages that this instance can run now. */
  readonly languages: readonly ScriptLanguage[]
  /** The caller's profile. Absent: the caller named no profile. */
  readonly profile?: ProfileView
  /** Whether creating a profile needs the operator's setup code, for this caller. */
  readonly needsSetupCode: boolean
  readonly templates: readonly ProfileTemplate[]
}

/** The document from which an agent learns to use this instance, in Markdown. */
export function skillDocument(facts: SkillDocumentFacts): string {
  const { instanceUrl, languages, profile, templates } = facts
  const others = ScriptLanguage.options.filter((language) => !languages.includes(language))
  return `${[
    `---
name: travel-aw
description: Runs scripts against APIs with credentials that you never see. Use it to call an API whose key an operator keeps, and to compute results that can be repeated.
---

# Scripts with credentials that you never see

This instance is ${instanceUrl}. An operator keeps credentials here. You send a script, which may use those of your
profile, and you get its result. The values never reach the script or you. Scripts may be in ${languages.map((one) => names[one]).join(' or ')}.`,
    profile === undefined ? howToGetOne(facts) : aboutProfile(profile),
    callsOf(facts),
    `## What a script may use\n\n${[sdkReference(languages), ...others.map(notHere)].join('\n\n')}`,
    examplesOf(facts),
    errors,
    ...(profile?.locked === true ? [] : [templatesOf(templates)]),
    `## More\n\n${instanceUrl}/openapi.json describes every call. Send \`Authorization: Bearer ark_…\` with this document's request to get it with the names, hosts and limits of your profile.`,
  ].join('\n\n')}\n`
}

const { output_kb: outputKb } = Limits.parse({})

const notHere = (language: ScriptLanguage): string =>
  `${names[language]} is not available here. A request for it is answered with RUNTIME_UNAVAILABLE.`

/** The runtimes of scripts that count no fuel, as a sentence names them. */
const unmetered = new Set(
  ScriptLanguage.options.flatMap((language) =>
    scriptRuntimes(language).flatMap(({ name, limits }) => (limits.fuel ? [] : [`${name}s`])),
  ),
)

function howToGetOne({ instanceUrl, needsSetupCode }: SkillDocumentFacts): string {
  const code = needsSetupCode
    ? 'From your address this needs the header `x-setup-code`: ask the operator for the code, which the console shows.'
    : 'From your address this needs no code.'
  return `## Get a profile

You named no profile. A profile says which credentials and hosts your scripts use. Create one, and keep its \`profile_id\`
(\`ark_…\`) secret: whoever has it can execute scripts as you. ${code}

${httpExample('POST', `${instanceUrl}/profiles`, { description: 'Monthly report of the sales API' }, needsSetupCode ? ['x-setup-code: {setup_code}'] : [])}

Say which credentials and hosts it needs while it is unlocked:

${httpExample('POST', `${instanceUrl}/profiles/{profile_id}/keys`, wantedKeys)}

Then ask your operator to open ${instanceUrl}/console, fill in the values, and lock the profile within a day, after which an
unlocked profile ends. It can execute scripts when its \`locked\` is true:

${httpExample('GET', `${instanceUrl}/profiles/{profile_id}`)}`
}

const wantedKeys = {
  keys: [{ name: 'SALES_API_KEY', description: 'A key of the sales API that can read' }],
  hosts: ['api.example.com'],
}

function aboutProfile(profile: ProfileView): string {
  const { description, state, keys, hosts, scripts, version, expires_at } = profile
  const limits = limitsOf(profile.limits)
  const keyLines = keys.map(
    (key) =>
      `- \`${key.name}\`${key.description === '' ? '' : `: ${inDocument(key.description)}`}${noteOf(key, profile.locked)}`,
  )
  return `## Your profile

${inDocument(description)}. ${states[state]}

Settings and secrets, by the names for \`settings.get\`:

${keyLines.join('\n') || '- none'}

Hosts: ${hosts.map((host) => `\`${host}\``).join(', ') || 'none'}.

Limits of an execution: ${limits.timeout_s} s, ${limits.memory_mb} MB, ${limits.fuel} units of fuel (${secondsOf(limits.fuel)} of computing at least; not counted in ${[...unmetered].join(', ')}),
${mostHostCalls} host calls, which are requests and calls of \`kv\`, \`crypto\`, \`settings\` and \`llm\`. It waits up to ${limits.llm_wait_s} s for each answer of your model. ${limits.concurrency} executions are under way at once. Of those that
compute, one runs at a time, and the wait of the others does not count as their time. Scripts that are valid in several languages
run as ${names[scripts.language]}.${scripts.python_runtime === 'container' ? ' Python runs in containers.' : ''} Version ${version}; ${expires_at === null ? 'it does not expire' : `it expires at ${expires_at}`}.`
}

/** What a script does with the key. */
function noteOf(
  { value_exists, use, hosts = [], places = [] }: ProfileView['keys'][number],
  isLocked: boolean,
): string {
  // An agent does not learn before the lock which credentials exist.
  if (!value_exists) return isLocked ? ' (has no value)' : ''
  if (use === undefined) return ''
  if (use === 'setting') return ' (`setting`: scripts read its value)'
  const where = hosts.map((host) => `\`${host}\``).join(', ')
  const inRequests = RequestPlace.options.filter((place) => places.includes(place)).map((place) => `the ${place}`)
  const does =
    use === 'plain'
      ? `send its placeholder in ${listOf(['a header', ...inRequests])} to`
      : 'the gateway adds it to requests to'
  const signs = SignatureKind.options.filter((kind) => places.includes(kind)).map((kind) => `\`crypto.${kind}\``)
  const also = signs.length > 0 ? `; sign with it by ${listOf(signs)}` : ''
  return ` (a secret, \`${use}\`: ${does} ${where}${also})`
}

const listOf = (words: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words)

const states: Readonly<Record<ProfileView['state'], string>> = {
  unlocked:
    'It is unlocked: add keys and hosts, and ask the operator to fill in the values and lock it. Until then it cannot execute.',
  locked: 'It is locked: it can execute scripts, and its keys and hosts stay as they are.',
  expired: 'It has expired: ask the operator to extend it, or create another one.',
  revoked: 'The operator has revoked it: ask for another one.',
}

/** Keeps text of operators and agents on one line and without markup, so that it cannot add content to the document. */
const inDocument = (text: string): string =>
  oneLine(text)
    .replaceAll(/[`<>[\]]/g, '')
    .replace(/\.$/, '')

function callsOf({ instanceUrl, profile, languages }: SkillDocumentFacts): string {
  const id = profile?.profile_id ?? '{profile_id}'
  const [language = 'javascript'] = languages
  return `## Execute a script

${httpExample('POST', `${instanceUrl}/execute`, { profile_id: id, language, script: 'set_result({ sum: 1 + 2 })', timeout: 30 }, [`authorization: Bearer ${id}`])}

The answer is 202 with an \`execution_id\` (\`exec_…\`), which is as secret as the profile's. A script may have 256 KB. Optional:
\`timeout\` in seconds, at most the limit of the profile;
\`idempotency_key\`, so that a repeated request starts nothing new; \`cache_s\`, to accept the result of the same script if it is
at most that many seconds old: the answer then has \`"cached": true\`. Without \`language\`, a script that is valid
in several languages runs in the one that the profile prefers, and the answer has a \`language_note\`.

Poll until \`status\` is \`completed\`, \`error\` or \`timeout\`. \`wait\` holds the answer back until something changes, for up to 60
seconds:

${httpExample('GET', `${instanceUrl}/executions/{execution_id}?wait=20`)}

\`completed\` comes with \`result\`, \`stdout\`, \`stderr\`, \`execution_time_ms\` and \`fuel\`, and with a \`notice\` if something may be wrong,
such as a script that set no result. \`error\` and \`timeout\` come with \`error\`, \`error_code\`, \`fault\` (who caused it), what was
printed and, if known, \`reason\` and \`error_line\`. A result may have ${outputKb.toLocaleString('en')} KB as JSON. stdout and stderr together keep ${maxLogLines.toLocaleString('en')} lines or ${maxLogBytes / 1024} KB, and a last line
says when more was printed.

With \`awaiting_llm\` the script waits for you: answer \`llm_request.prompt\` with your own model, and poll again:

${httpExample('POST', `${instanceUrl}/executions/{execution_id}/respond`, { response: 'The answer of your model' })}

From the second request of an execution on, send \`llm_request.number\` as \`number\` too: a late answer then never answers the
next request. \`{"error": "…"}\` instead of \`response\` makes \`llm.complete\` fail in the script. To end an execution:

${httpExample('POST', `${instanceUrl}/executions/{execution_id}/cancel`)}

## Change a profile

While it is unlocked, add keys and hosts with \`POST ${instanceUrl}/profiles/{profile_id}/keys\` and take a key back with
\`DELETE ${instanceUrl}/profiles/{profile_id}/keys/{name}\`. When it is locked, ask the operator for one key or one host. \`places\` says where scripts use the key besides headers
(${listOf(RequestPlace.options.map((place) => `\`${place}\``))}) or what they sign with it (${listOf(SignatureKind.options.map((kind) => `\`${kind}\``))}), also for a key that the profile has:

${httpExample('POST', `${instanceUrl}/profiles/${id}/proposals`, { key: 'SIGN_KEY', places: ['jwt'], description: 'Tokens for the sales API' })}

${httpExample('POST', `${instanceUrl}/profiles/${id}/proposals`, { host: 'api.example.com', description: 'The new address of the API' })}`
}

function examplesOf({ profile, languages }: SkillDocumentFacts): string {
  const examples = exampleScripts(languages, profile ? exampleNamesOf(profile) : {})
  return `## Examples\n\n${examples.map(({ title, language, code }) => `${title}, in ${names[language]}:\n\n\`\`\`${language}\n${code}\n\`\`\``).join('\n\n')}`
}

const errors = `## Errors

Every error is \`{"error": {"code", "message", "fault", "remedy", "reason"?, "details"?}}\`. \`fault\` says who caused it,
\`remedy\` what to do next, and \`details\` names the fields. Unknown ids and those of others are the same NOT_FOUND. RATE_LIMITED
comes with \`Retry-After\`. Credentials in anything that a script prints or returns are masked as \`[REDACTED…]\`.`

function templatesOf(templates: readonly ProfileTemplate[]): string {
  const lines = templates.map(({ name, title, description }) => `- \`${name}\`: ${title}. ${description}`)
  return `## Templates\n\n\`POST /profiles\` takes \`"template"\` with one of these names. The profile then has its keys, hosts and limits, beside your own.\n\n${lines.join('\n')}`
}

/** A request as Markdown. The URL and the headers may contain placeholders, such as `{profile_id}`. */
function httpExample(method: string, url: string, body?: unknown, headers: readonly string[] = []): string {
  const lines = [
    `${method} ${url}`,
    ...headers,
    ...(body === undefined ? [] : ['content-type: application/json', '', JSON.stringify(body)]),
  ]
  return ['```http', ...lines, '```'].join('\n')
}
