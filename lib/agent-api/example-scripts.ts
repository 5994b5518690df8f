import type { ScriptLanguage } from '#runner/contract/script.ts'

/** What the examples use. Absent: the profile has none. */
export type ExampleNames = { readonly host?: string | undefined; readonly key?: string | undefined }

export type ExampleScript = { readonly title: string; readonly language: ScriptLanguage; readonly code: string }

/** Scripts that run as they stand, with a key and a host of the profile. */
export function exampleScripts(languages: readonly ScriptLanguage[], names: ExampleNames): readonly ExampleScript[] {
  return languages.flatMap((language) => [
    { title: 'Read data from a host', language, code: requests[language](names) },
    { title: 'Ask your model for a summary', language, code: summaries[language](names) },
  ])
}

/** The credential of a profile whose name most looks like one for requests. */
export const exampleKeyOf = (names: readonly string[]): string | undefined =>
  names.find((name) => /KEY|TOKEN|SECRET|PASSWORD/.test(name)) ?? names.find((name) => !name.endsWith('URL'))

type Write = (names: ExampleNames) => string

const requests: Readonly<Record<ScriptLanguage, Write>> = {
  javascript: ({ host, key }) =>
    host === undefined
      ? `console.log('settings:', (await settings.keys()).join(', '))
set_result({ settings: await settings.keys() })`
      : `${key === undefined ? 'const headers = {}' : `const headers = { authorization: \`Bearer \${await settings.get('${key}')}\` }`}
const response = await fetch('https://${host}/', { headers })
const text = await response.text()
console.log('${host} answered with', response.status)
set_result({ status: response.status, characters: text.length })`,
  python: ({ host, key }) =>
    host === undefined
      ? `print('settings:', ', '.join(settings.keys()))
set_result({'settings': settings.keys()})`
      : `import httpx

headers = ${key === undefined ? '{}' : `{'authorization': f"Bearer {settings.get('${key}')}"}`}
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
