import ICAL from 'ical.js'

/** The most days, months or other periods that the rules of one component may try: more than a century of days. */
const maxSteps = 50_000

const dayMs = 86_400_000
const perDay = { hour: 24, minute: 24 * 60, second: 24 * 3600 } as const
/** A date may be up to a year earlier than the one before: ical.js takes months in the order of the rule. */
const marginMs = 366 * dayMs

export type Bounds = {
  /** Later dates are not needed. */
  readonly toMs: number
  /** Whether the time for computing dates is used up. */
  isOver(): boolean
}

/** All further dates lie after the bounds. */
class PastEnd extends Error {}

/**
 * Bounds the search for the dates of a component's rules. Without bounds, ical.js searches forever for the next date of
 * a rule that has none, such as every 30 February. With them, the rules' iterators end after `toMs`, and throw when the
 * search takes too long.
 */
export function boundRules(component: ICAL.Component, { toMs, isOver }: Bounds): void {
  let steps = 0
  // `Date.UTC` returns NaN for a year out of range, which counts as past the end.
  const isPast = ({ year, month, day }: ICAL.Time, daysLater = 0) =>
    !(Date.UTC(year, month - 1, day) + daysLater * dayMs <= toMs + marginMs)
  const step = (at: ICAL.Time) => {
    steps += 1
    if (steps > maxSteps || isOver()) throw new Error('the search for the dates takes too long')
    if (isPast(at)) throw new PastEnd()
  }

  class BoundedIterator extends ICAL.RecurIterator {
    /** The constructor calls this method, which searches for the first date. */
    override fromData(options: Parameters<ICAL.RecurIterator['fromData']>[0]): void {
      try {
        super.fromData(options)
      } catch (error) {
        if (!(error instanceof PastEnd)) throw error
        this.completed = true
      }
    }
    override next(again?: boolean): ICAL.Time {
      try {
        const date: ICAL.Time | null = super.next(again)
        if (date === null || !isPast(date)) return date
      } catch (error) {
        if (!(error instanceof PastEnd)) throw error
      }
      this.completed = true
      // Returns null from now on, although its type does not say so.
      return super.next()
    }
    override check_contracting_rules(): boolean {
      step(this.last)
      return super.check_contracting_rules()
    }
    override increment_monthday(days: number): void {
      // ical.js adds the days one by one, which takes too long for a large interval.
      if (isPast(this.last, days)) throw new PastEnd()
      super.increment_monthday(days)
    }
    override increment_generic(count: number, unit: keyof typeof perDay, factor: number, next: string): void {
      // ical.js goes through the months of a large interval one by one.
      if (isPast(this.last, count / perDay[unit])) throw new PastEnd()
      super.increment_generic(count, unit, factor, next)
    }
    override increment_month(): void {
      step(this.last)
      super.increment_month()
    }
    override increment_year(years: number): void {
      step(this.last)
      super.increment_year(years)
    }
  }
  for (const property of component.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (rule instanceof ICAL.Recur) rule.iterator = (dtstart) => new BoundedIterator({ rule, dtstart })
  }
}
