import { defineSkill } from '#runner/sdk/index.ts'
import { oneLine, plainLines } from '#runner/sdk/plain-text.ts'
import { asArray, asFlag, asRecord, textReader } from '#runner/sdk/read-json.ts'

type NewEvent = {
  readonly title: string
  readonly start: string
  readonly end: string
  readonly location?: string
  readonly description?: string
}
type Params = {
  readonly when?: string
  readonly show?: 'events' | 'free_busy'
  readonly events?: readonly NewEvent[]
}

const command = 'ical-query'
const timeoutMs = 20_000
const readText = textReader(300)
const readTime = textReader(40)

export default defineSkill<Params>(async ({ action, params }, { exec, console, SkillError }) => {
  const ask = async (args: readonly string[], stdin = '') => {
    const ended = await exec.run(command, args, { stdin, timeoutMs }).catch((error: unknown) => {
      const { name = '', message = '' } = error instanceof Error ? error : {}
      throw new SkillError(name === 'TimeoutError' ? 'API_TIMEOUT' : 'API_UNAVAILABLE', `${name}: ${message}`)
    })
    const answer = answerOf(ended.stdout)
    if (ended.code === 0 && answer) return answer
    const said = readText(answer?.error) ?? `it ended with code ${ended.code}`
    console.warn(`${command}: ${said}`)
    throw new SkillError(said.startsWith('the events are not valid') ? 'INVALID_INPUT' : 'API_UNAVAILABLE', said)
  }

  if (action === 'add_to_calendar') {
    const events = asArray(params.events).map(cleaned)
    const created = asArray((await ask(['create'], JSON.stringify({ events }))).created)
    const results = events.map(({ title }, at) => ({ title, added: asFlag(asRecord(created[at])?.added) === true }))
    const added = results.filter((result) => result.added).length
    return { results, message: addedSentence(added, results.length - added) }
  }
  if (action !== 'look_up_calendar') throw new SkillError('INVALID_INPUT', `unknown action ${action}`)
  const { when = '', show = 'events' } = params
  const answer = await ask([show === 'events' ? 'events' : 'free', when])
  const undated = asArray(answer.undated).map((entry) => titleOf(asRecord(entry)))
  const partial = undated.length > 0 ? { partial: true } : {}
  const skipped = typeof answer.skipped_lines === 'number' ? { unreadable: answer.skipped_lines } : {}
  if (show === 'free_busy') {
    const spans = (free: boolean) => asArray(answer[free ? 'free' : 'busy']).flatMap((span) => spanOf(span, free))
    const results = [...spans(false), ...spans(true)].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
    const busy = results.filter(({ free }) => !free).length
    const isAnyFree = results.some(({ free }) => free)
    return { results, message: busySentence(busy, undated.length, isAnyFree), metadata: { ...partial, ...skipped } }
  }
  const results = asArray(answer.events).flatMap(eventOf)
  const metadata = { has_more: asFlag(answer.has_more) === true, ...partial, ...skipped }
  return { results, message: eventsSentence(results, undated), metadata }
})

function answerOf(stdout: string): { readonly [name: string]: unknown } | undefined {
  try {
    return asRecord(JSON.parse(stdout))
  } catch {
    return undefined
  }
}

/** The event without invisible characters, which must not reach the calendar. */
function cleaned({ title, start, end, location = '', description = '' }: NewEvent): NewEvent {
  const place = oneLine(location)
  const more = plainLines(description)
  return {
    title: oneLine(title),
    start,
    end,
    ...(place === '' ? {} : { location: place }),
    ...(more === '' ? {} : { description: more }),
  }
}

function eventOf(value: unknown) {
  const event = asRecord(value)
  const [start, end] = [readTime(event?.start), readTime(event?.end)]
  if (start === undefined || end === undefined) return []
  const location = readText(event?.location)
  return [
    {
      title: titleOf(event),
      ...(location === undefined ? {} : { location }),
      start,
      end,
      all_day: asFlag(event?.all_day) === true,
      busy: asFlag(event?.busy) !== false,
    },
  ]
}

function titleOf(event: { readonly title?: unknown } | undefined): string {
  return readText(event?.title) ?? 'Without a title'
}

function spanOf(value: unknown, free: boolean) {
  const span = asRecord(value)
  const [start, end] = [readTime(span?.start), readTime(span?.end)]
  return start === undefined || end === undefined ? [] : [{ free, start, end }]
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** An event without known dates may take more time than is shown as busy. */
function busySentence(busy: number, undated: number, isAnyFree: boolean): string {
  const times = `${counted(busy, 'busy time')}.`
  if (undated === 0) return busy === 0 ? 'All of it is free.' : times
  const noun = busy === 0 ? 'event' : 'other event'
  const result = isAnyFree ? 'I may call too little time busy' : 'I cannot say which time is free'
  const why = `I cannot compute the dates of ${counted(undated, noun)}, so ${result}.`
  return busy === 0 ? why : `${times} ${why}`
}

const maxNamed = 3

/** The most events that a sentence tells, and the most characters of a title in it. The results have all of them. */
const maxTold = 5
const maxTitle = 80

/** "Dinner at 2027-03-15 19:00", or "Holiday on 2027-03-15". */
function told({ title, start, all_day }: ReturnType<typeof eventOf>[number]): string {
  const name = title.slice(0, maxTitle).toWellFormed()
  return all_day ? `${name} on ${start.slice(0, 10)}` : `${name} at ${start.slice(0, 16).replace('T', ' ')}`
}

function eventsSentence(all: ReturnType<typeof eventOf>, undated: readonly string[]): string {
  const events = all.length
  const parts = [...all.slice(0, maxTold).map(told), ...(events > maxTold ? [`${events - maxTold} more`] : [])]
  const found =
    events === 0
      ? 'There is nothing in the calendar at that time.'
      : `${counted(events, 'event')}: ${parts.join('; ')}.`
  if (undated.length === 0) return found
  const noun = events === 0 ? 'event' : 'other event'
  const names = `${undated.slice(0, maxNamed).join(', ')}${undated.length > maxNamed ? ' and more' : ''}`
  const why = `I cannot compute the dates of ${counted(undated.length, noun)}: ${names}.`
  return `${events === 0 ? 'I found no event at that time.' : found} ${why}`
}

function addedSentence(added: number, already: number): string {
  const there = `${counted(already, 'event')} ${already === 1 ? 'was' : 'were'} in the calendar already.`
  if (added === 0) return there
  return `I have added ${counted(added, 'event')} to the calendar.${already === 0 ? '' : ` ${there}`}`
}
