/** The content type that every browser sends: an unquoted boundary of letters, digits and dashes. */
const formType = /^multipart\/form-data; ?boundary=([\w-]{1,70})$/

/**
 * The only header line that a browser writes before a value. Parsers disagree on escapes, percent signs and control
 * characters.
 */
const fieldHead = /^content-disposition: form-data; name="([^"\\%\p{Cc}]{1,200})"$/iu

/** A name of 200 characters in UTF-8, plus the surrounding bytes. */
const maxHeadBytes = 1_000

const line = '\r\n'

/**
 * The fields of a browser's form without files; undefined for anything else. Parsers accept much more and disagree on
 * part encodings, charsets and names in several forms. All parsers agree on what this accepts.
 */
export function readForm(type: string, body: Buffer): FormData | undefined {
  const [, boundary] = formType.exec(type) ?? []
  if (boundary === undefined) return undefined
  const delimiter = `--${boundary}`
  if (!body.subarray(0, delimiter.length).equals(Buffer.from(delimiter))) return undefined
  const form = new FormData()
  let at = delimiter.length
  while (!isEnd(body, at)) {
    const end = body.indexOf(line + delimiter, at)
    const part = end === -1 ? undefined : readPart(body.subarray(at, end))
    if (part === undefined) return undefined
    form.append(part.name, part.value)
    at = end + line.length + delimiter.length
  }
  return form
}

function isEnd(body: Buffer, at: number): boolean {
  // Decodes at most four bytes, however long the body is.
  return body.length - at <= 4 && /^--(?:\r\n)?$/.test(body.toString('latin1', at))
}

function readPart(part: Buffer): { name: string; value: string } | undefined {
  const headEnd = part.indexOf(line + line)
  if (headEnd === -1 || !part.subarray(0, line.length).equals(Buffer.from(line))) return undefined
  const head = part.subarray(line.length, headEnd)
  const [, name] = (head.length > maxHeadBytes ? null : fieldHead.exec(head.toString())) ?? []
  return name === undefined ? undefined : { name, value: part.toString('utf8', headEnd + 2 * line.length) }
}
