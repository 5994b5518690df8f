import * as z from 'zod'
import type { Texts } from '#lib/platform/model/texts.ts'
import { createTexts, type TextKey } from '#lib/platform/model/texts.ts'
import { chooseLanguage } from '#lib/platform/server/i18n/choose-language.ts'
import { formatLocale } from '#lib/platform/server/i18n/format-locale.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import type { Invocation } from '#lib/skills/server/invoking/invoke-skill.ts'
import { formatClock, formatDate } from '#lib/travel/model/format.ts'
import { lineFeeds, withoutHidden } from '#runner/contract/hidden-text.ts'
import type { Permissions } from '#runner/contract/manifest.ts'
import { longestTokenLifeS } from '#runner/contract/operations/crypto.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { isObject, type SkillInput } from '#runner/contract/skill-io.ts'
import type { ConfirmationView } from '../../model/confirmation-view.ts'

type Fact = ConfirmationView['facts'][number]

/** The reader's locale and translations. */
export interface Reading {
  readonly locale: string
  readonly t: Texts<'confirm'>
}

/** How a client reads that sends this `Accept-Language`. Null: in English. */
export function readingOf(acceptLanguage: string | null): Reading {
  const language = chooseLanguage(undefined, acceptLanguage)
  const locale = formatLocale(acceptLanguage, language)
  return { locale, t: createTexts<'confirm'>(compiledTexts(language, ['confirm']).confirm, locale) }
}

const Amount = z.strictObject({ amount: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) })
const localTime = /^(\d{4}-\d{2}-\d{2})(?:T((?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** The fields of this app's own skills, which have translated names. Fields of other skills keep their own names. */
const fieldKeys: ReadonlyMap<string, TextKey<'confirm'>> = new Map([
  ['message', 'fieldMessage'],
  ['caller_name', 'fieldCallerName'],
  ['callback_number', 'fieldCallbackNumber'],
  ['urgency', 'fieldUrgency'],
  ['events', 'fieldEvents'],
  ['title', 'fieldTitle'],
  ['start', 'fieldStart'],
  ['end', 'fieldEnd'],
  ['location', 'fieldLocation'],
  ['description', 'fieldDescription'],
])

/** Fields whose value is a free text even if it is one word. */
const freeTexts: ReadonlySet<string> = new Set(['message', 'caller_name', 'title', 'location', 'description'])

/** The call that a person decides on. */
type AskedCall = {
  readonly input: Pick<SkillInput, 'params'>
  /** Undefined: the skill may no longer run. */
  readonly permissions: Pick<Permissions, 'messages'> | undefined
}

/**
 * What a call does, in plain words: the recipient of a message first, then each parameter. Every door shows these.
 *
 * @param operatorName absent: the operator has no name
 */
export function factsOfCall(
  { input, permissions }: AskedCall,
  operatorName: string | undefined,
  reading: Reading,
): Fact[] {
  const { t } = reading
  const recipient = { name: t('for'), value: operatorName ?? t('theOperator'), isQuote: false }
  return [...(permissions?.messages ? [recipient] : []), ...factsOf(input.params, reading)]
}

/** The question and its facts as text, one line for each fact. A text of the call cannot forge another line. */
export function questionText(prompt: string, facts: readonly Fact[], { t }: Reading): string {
  const lines = facts.map(({ name, value, isQuote }) => {
    if (isQuote) return t('quoteLine', { name: oneLine(name), value: oneLine(value) })
    if (!value.includes('\n')) return t('line', { name: oneLine(name), value })
    const indented = `\n${value}`.replaceAll(/\n(?!\n)/g, '\n  ')
    return t('line', { name: oneLine(name), value: '' }).trimEnd() + indented
  })
  return [oneLine(withoutHidden(prompt)), ...lines].join('\n')
}

/** The title and the description of a field with which a person agrees. */
export const agreementText = ({ t }: Reading) => ({ title: t('agree'), description: t('agreeAbout') })

/**
 * Each parameter that is not null, with a readable name. Invisible characters are left out, and so is the answer to the
 * question, which some skills also get as a parameter.
 */
export const factsOf = (params: SkillInput['params'], reading: Reading): Fact[] =>
  Object.entries(params)
    .filter(([name, value]) => value !== null && !(name === 'confirmed' && value === true))
    .map(([name, value]) => {
      const isQuote = typeof value === 'string' && (freeTexts.has(name) || !isWord(value))
      return {
        name: labelOf(name, reading),
        ...(fieldKeys.has(name) ? {} : { isSkillsName: true as const }),
        value: withoutHidden(isQuote ? value : textOf(value, reading)),
        isQuote,
        ...(isQuote && withoutHidden(name) === name ? { field: name } : {}),
      }
    })

/** The translated name of a known field. Another field keeps its own name: "Booking code" for `booking_code`. */
function labelOf(name: string, { t }: Reading): string {
  const key = fieldKeys.get(name)
  if (key !== undefined) return t(key)
  const text = oneLine(withoutHidden(name.replaceAll('_', ' ').replaceAll('\t', ' ')))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether the value is a date, a time or one lower-case word, as enum values are. Other text counts as free text. */
const isWord = (value: string): boolean => /^[a-z_]{1,20}$/.test(value) || localTime.test(value)

function textOf(value: unknown, reading: Reading): string {
  if (typeof value === 'string') return timeText(value, reading) ?? value
  if (typeof value === 'boolean') return reading.t(value ? 'yes' : 'no')
  if (Array.isArray(value)) {
    const parts = value.map((one) => (typeof one === 'string' ? oneLine(textOf(one, reading)) : textOf(one, reading)))
    return parts.join(value.some(isObject) ? '\n\n' : '\n')
  }
  const amount = Amount.safeParse(value).data
  if (amount) return moneyText(amount, reading)
  return isObject(value) ? linesOf(value, reading) : String(value)
}

/** "Title: Flight" and "Start: …", one line for each field. */
const linesOf = (record: Record<string, unknown>, reading: Reading): string =>
  Object.entries(record)
    .map(([name, value]) =>
      reading.t('line', { name: oneLine(labelOf(name, reading)), value: oneLine(textOf(value, reading)) }),
    )
    .join('\n')

/** Line breaks become " / ". */
const oneLine = (text: string): string =>
  lineFeeds(text)
    .trim()
    .replace(/\s*\n+\s*/g, ' / ')

/** Whether the calendar has this day. `Date` reads 31 June as 1 July. */
const isDay = (day: string): boolean => {
  const at = new Date(day)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** "Thu 26 Nov 2026, 07:05 (UTC+01:00)". Shows the local time of the value, without a conversion. */
function timeText(value: string, { t, locale }: Reading): string | undefined {
  const [, day, clock, zone] = localTime.exec(value) ?? []
  if (day === undefined || !isDay(day)) return undefined
  const date = formatDate(day, locale, { year: true })
  if (clock === undefined) return date
  const time = formatClock(clock, locale)
  return zone === undefined
    ? t('moment', { date, time })
    : t('momentUtc', { date, time, offset: zone === 'Z' ? '' : zone })
}

function moneyText({ amount, currency }: z.infer<typeof Amount>, { locale }: Reading): string {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  } catch {
    return `${amount} ${currency}`
  }
}

/** What a skill with these permissions may reach, and what it cannot do. */
export function whatItReaches(
  { network, secrets, signing, filesystem, exec, messages, gateway }: Permissions,
  operator: string,
  t: Texts<'confirm'>,
): { readonly reaches: string[]; readonly cannot: string[] } {
  const { egress } = network
  const reaches = [
    ...egress.map((host) => t('reachesHost', { host })),
    ...secrets.map((name) => t('reachesSecret', { name })),
    ...signing.jwt.map((name) => t('reachesTokens', { name, minutes: longestTokenLifeS / 60 })),
    ...signing.hmac.map((name) => t('reachesSignatures', { name })),
    ...(messages ? [t('reachesMessages', { operator })] : []),
    ...(gateway ? [t('reachesGateway')] : []),
    ...filesystem.read.map((path) => t('reachesRead', { path })),
    ...filesystem.write.map((path) => t('reachesWrite', { path })),
    ...exec.map((name) => t('reachesProgram', { name })),
  ]
  return {
    reaches: reaches.length > 0 ? reaches : [t('reachesNothing')],
    cannot: [
      t(egress.length > 0 ? 'cannotOtherHost' : 'cannotAnyHost'),
      t(messages ? 'cannotWriteToOthers' : 'cannotLeaveMessages'),
      ...(filesystem.read.length + filesystem.write.length > 0 ? [] : [t('cannotUseFiles')]),
    ],
  }
}

type Answered = Pick<Extract<Invocation, { kind: 'answered' }>, 'output' | 'asked'>

/** `shownOutput` for the operator of this instance. */
export type ShowOutput = (answered: Answered, reading: Reading) => SkillOutput

/** The output as every door shows it: a question lists everything that a yes does. */
export function shownOutput(
  { output, asked }: Answered,
  operatorName: string | undefined,
  reading: Reading,
): SkillOutput {
  if (output.status !== 'requires_confirmation') return output
  const { id, prompt } = output.confirmation
  const facts = asked ? factsOfCall(asked, operatorName, reading) : []
  return { ...output, confirmation: { id, prompt: questionText(prompt, facts, reading) } }
}
