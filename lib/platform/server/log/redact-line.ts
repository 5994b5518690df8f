import { isObject, type Json } from '#runner/contract/skill-io.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { hiddenMask } from '#runner/redact/mask.ts'
import { objectOf } from '#runner/redact/redact-json.ts'

type Redact = (text: string) => string

/**
 * A line of the log in JSON, redacted, and still JSON. What looks like a credential may begin in one text and go over
 * its end, so that a mask would break the line: then each value is redacted with its name, and masked if that breaks it.
 */
export function redactLine(line: string, redact: Redact): string {
  const shown = redact(line)
  if (shown === line || jsonOrNot(shown) !== undefined) return shown
  const record = jsonOrNot(line)
  return record === undefined ? shown : JSON.stringify(redactValue(record, '', redact))
}

function redactValue(value: Json, name: string, redact: Redact): Json {
  if (Array.isArray(value)) return value.map((item) => redactValue(item, name, redact))
  if (!isObject(value)) {
    const pair = jsonOrNot(redact(JSON.stringify({ [name]: value })))
    const [shown] = Object.values(pair ?? {})
    return shown === undefined ? hiddenMask : shown
  }
  const parts = Object.entries(value)
  return objectOf(
    parts.map(([part, item]) => ({ name: part, shown: redact(part), item: redactValue(item, part, redact) })),
  )
}
