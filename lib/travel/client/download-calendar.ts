import { saveFile } from '#lib/platform/client/save-file.ts'
import type { CalendarFile } from '../model/calendar-file.ts'

/** Gives the browser a calendar file to save. */
export const downloadCalendar = ({ name, text }: CalendarFile): void =>
  saveFile(name, new Blob([text], { type: 'text/calendar;charset=utf-8' }))
