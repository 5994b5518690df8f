import type { ScriptLanguage } from '#runner/contract/script-language.ts'
import type { ProfileView } from '../../model/profile-schema.ts'

/**
 * The host that the examples call, and the key for it: `key` if the script sends the key's placeholder, `added` if the
 * gateway adds the key. A field is absent if the profile has no such host or key.
 */
type ExampleNames = {
  readonly host?: string | undefined
  readonly key?: string | undefined
  readonly added?: string | undefined
}

type ExampleScript = { readonly title: string; readonly language: ScriptLanguage; readonly code: string }

/** Scripts that run unchanged, with a key and a host of the profile. */
export function exampleScripts(languages: readonly ScriptLanguage[], names: ExampleNames): readonly ExampleScript[] {
  return languages.flatMap((language) => [
    {
      title: names.host === undefined ? 'List your settings' : 'Read data from a host',
      language,
      code: requests[language](names),
    },
    { title: 'Ask your model for a summary', language, code: summaries[language](names) },
  ])
}

/** A host of the profile, and the credential for this host whose name looks most like an API key. */
export function exampleNamesOf({ hosts, keys }: Pick<ProfileView, 'hosts' | 'keys'>): ExampleNames {
  const hostOf = (key: KeyView) => hosts.find((host) => key.hosts?.includes(host) ?? true)
  const secrets = keys.filter((key) => key.use !== 'setting' && hostOf(key) !== undefined)
  const found =
    secrets.find(({ name }) => /KEY|TOKEN|SECRET|PASSWORD/.test(name)) ??
    secrets.find(({ name }) => !name.endsWith('URL'))
  if (!found) return { host: hosts[0] }
  const isSent = found.use === undefined || found.use === 'plain'
  return { host: hostOf(found), ...(isSent ? { key: found.name } : { added: found.name }) }
}

type KeyView = ProfileView['keys'][number]
type Write = (names: ExampleNames) => string

const requests: Readonly<Record<ScriptLanguage, Write>> = {
  javascript: ({ host, key, added }) =>
    host === undefined
      ? `console.log('settings:', (await settings.keys()).join(', '))
set_result({ settings: await settings.keys() })`
      : `${added === undefined ? '' : `// The gateway adds ${added} to this request.\n`}${key === undefined ? 'const headers = {}' : `const headers = { authorization: \`Bearer \${await settings.get('${key}')}\` }`}
const response = await fetch('https://${host}/', { headers })
const text = await response.text()
console.log('${host} answered with', response.status)
set_result({ status: response.status, characters: text.length })`,
  python: ({ host, key, added }) =>
    host === undefined
      ? `print('settings:', ', '.join(settings.keys()))
set_result({'settings': settings.keys()})`
      : `import httpx

${added === undefined ? '' : `# The gateway adds ${added} to this request.\n`}headers = ${key === undefined ? '{}' : `{'authorization': f"Bearer {settings.get('${key}')}"}`}
response = httpx.get('https://${host}/', headers=headers)
print('${host} answered with', response.status_code)
set_result({'status': response.status_code, 'characters': len(response.text)})`,
}

const summaries: Readonly<Record<ScriptLanguage, Write>> = {
  javascript: () => `const amounts = [120, 95, 143]
const total = amounts.reduce((sum, amount) => sum + amount, 0)
const summary = await llm.complete(\`Describe these amounts in one sentence: \${amounts.join(', ')}\`)
set_result({ total, summary })`,
  python: () => `amounts = [120, 95, 143]
summary = llm.complete(f'Describe these amounts in one sentence: {", ".join(map(str, amounts))}')
set_result({'total': sum(amounts), 'summary': summary})`,
}
