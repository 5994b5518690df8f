/** The answer of a search whose page has just registered the worker. */
export interface FirstAnswer {
  /** The address of the request, without the origin. */
  address: string
  bytes: Blob
  headers: Headers
  /** The URLs of the files that the page has loaded. */
  files: string[]
}

/** The first answer in a page's message; undefined if the message has none. */
export function readFirstAnswer(first: unknown): FirstAnswer | undefined {
  if (typeof first !== 'object' || first === null) return undefined
  if (!('address' in first && 'bytes' in first && 'headers' in first && 'files' in first)) return undefined
  const { address, bytes, headers, files } = first
  if (typeof address !== 'string' || !(bytes instanceof Blob)) return undefined
  if (!Array.isArray(headers) || !headers.every(isPair) || !isTexts(files)) return undefined
  return { address, bytes, headers: new Headers(headers), files }
}

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((text) => typeof text === 'string')

const isPair = (pair: unknown): pair is [string, string] => isTexts(pair) && pair.length === 2
