/** A request in a skill document. Names in braces are placeholders for values that the agent knows by then. */
export type DocumentedRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The `http` blocks of a skill document, in order. */
export function requestsIn(document: string): DocumentedRequest[] {
  return [...document.matchAll(/```http\n([\s\S]*?)\n```/g)].map(([, block = '']) => {
    const [head = '', body] = block.split('\n\n')
    const [line = '', ...headers] = head.split('\n')
    const [method = '', url = ''] = line.split(' ')
    return {
      method,
      url,
      headers: Object.fromEntries(headers.map((header) => header.split(': '))),
      body: body === undefined ? undefined : JSON.parse(body),
    }
  })
}

/** The example scripts in a language. */
export function scriptsIn(document: string, language: string): string[] {
  return [...document.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  )
}
