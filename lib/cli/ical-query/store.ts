export type Span = { readonly fromMs: number; readonly toMs: number }

/** Why a calendar cannot be read or changed, for the operator's log. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError'
}

export type CalendarStore = {
  /** iCalendar texts with all events that may overlap the span. */
  texts(span: Span): Promise<string[]>
  /**
   * Adds an event with these lines. `uid` identifies it in the store.
   *
   * @returns false if the event was there already
   */
  add(uid: string, lines: string): Promise<boolean>
}
