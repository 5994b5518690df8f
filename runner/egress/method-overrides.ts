import type { HeaderPairs } from './request-headers.ts'

type OverridableRequest = {
  readonly url: URL
  readonly headers: HeaderPairs
  readonly body: Uint8Array | undefined
}

const parameter = /^_method$|^x-(http-)?method(-override)?$/
const header = /^x-(http-)?method(-override)?$/
const partName = /\bname="?_method"?[ \t]*(?:;[^\r\n]*)?\r?\n(?:[^\r\n]+\r?\n)*\r?\n([^\r\n]*)/gi

/**
 * Methods that a request names beside its own, in capitals: servers that honour them treat it as such a request. Headers in any spelling,
 * `_method` in the query, in a form and in a JSON object. A body that is compressed is not looked into.
 */
export function overriddenMethods({ url, headers, body }: OverridableRequest): readonly string[] {
  const ofHeaders = headers.flatMap(([name, value]) => (header.test(name.replaceAll('_', '-')) ? value.split(',') : []))
  const ofQuery = parametersIn(url.searchParams)
  return [...ofHeaders, ...ofQuery, ...methodsIn(headers, body)].map((method) => method.trim().toUpperCase())
}

function methodsIn(headers: HeaderPairs, body: Uint8Array | undefined): string[] {
  if (body === undefined) return []
  const [, type = ''] = headers.find(([name]) => name === 'content-type') ?? []
  const text = Buffer.from(body).toString('latin1')
  if (/multipart\//i.test(type)) return [...text.matchAll(partName)].map(([, value = '']) => value)
  if (/json/i.test(type)) return /_method|\\u005f/i.test(text) ? ofJson(text) : []
  return /_|%5f/i.test(text) ? parametersIn(new URLSearchParams(text)) : []
}

function parametersIn(parameters: URLSearchParams): string[] {
  return [...parameters].flatMap(([name, value]) => (parameter.test(name.toLowerCase()) ? [value] : []))
}

function ofJson(text: string): string[] {
  try {
    const method: unknown = Object(JSON.parse(text))._method
    return method === undefined ? [] : [String(method)]
  } catch {
    // What is no JSON has no fields.
    return []
  }
}
