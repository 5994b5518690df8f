import type { CalendarFile } from '../model/calendar-file.ts'

/** Gives the browser a calendar file to save. */
export function downloadCalendar({ name, text }: CalendarFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
