import * as z from 'zod'
import type { ConfirmationView } from '#lib/shared/confirmation-view.ts'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import type { SkillInput } from '#runner/contract/skill-io.ts'

type Fact = ConfirmationView['facts'][number]

const Amount = z.strictObject({ amount: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) })
const localTime = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Each value that the skill gets, named by its field. Characters that nobody sees are left out. */
export const factsOf = (params: SkillInput['params']): Fact[] =>
  Object.entries(params)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const isQuote = typeof value === 'string' && !isWord(value)
      return {
        name: words(name),
        value: withoutHidden(textOf(value)),
        isQuote,
        ...(isQuote && withoutHidden(name) === name ? { field: name } : {}),
      }
    })

/** "Callback number" for `callback_number`. */
function words(name: string): string {
  const text = withoutHidden(name.replaceAll('_', ' '))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A date, a time or one word of a list, and no text that somebody wrote. */
const isWord = (value: string): boolean => /^[a-z_]{1,20}$/.test(value) || localTime.test(value)

function textOf(value: unknown): string {
  if (typeof value === 'string') return timeText(value) ?? value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(textOf).join(value.some(isRecord) ? '\n\n' : '\n')
  const amount = Amount.safeParse(value).data
  if (amount) return moneyText(amount)
  return isRecord(value) ? linesOf(value) : String(value)
}

/** "Title: Flight" and "Start: …", a line for each field. A text inside cannot look like another line. */
const linesOf = (record: Record<string, unknown>): string =>
  Object.entries(record)
    .map(([name, value]) => `${words(name)}: ${textOf(value).replace(/\s*[\n\r\u2028\u2029]+\s*/g, ' / ')}`)
    .join('\n')

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** "Thu 26 Nov 2026, 07:05 (UTC+01:00)". The time is the one at the place, as the value says it. */
function timeText(value: string): string | undefined {
  const [, date, time, offset] = localTime.exec(value) ?? []
  if (date === undefined || Number.isNaN(Date.parse(date))) return undefined
  const day = dayFormat.format(new Date(date)).replace(',', '')
  if (time === undefined) return day
  return `${day}, ${time}${offset === undefined ? '' : ` (UTC${offset === 'Z' ? '' : offset})`}`
}

function moneyText({ amount, currency }: z.infer<typeof Amount>): string {
  try {
    return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount)
  } catch {
    return `${amount} ${currency}`
  }
}
