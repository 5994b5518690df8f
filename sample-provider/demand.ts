import { daysBetween } from '#lib/travel/model/offset-time.ts'
import { shareOf } from './draw.ts'

/** January to December in the north, relative to the year. In the south, each month comes half a year later. */
const seasons = {
  city: [0.9, 0.92, 0.98, 1.04, 1.1, 1.1, 1.02, 0.98, 1.1, 1.06, 0.96, 1.04],
  beach: [0.64, 0.66, 0.76, 0.9, 1.04, 1.2, 1.38, 1.38, 1.16, 0.92, 0.72, 0.76],
  tropicalBeach: [1.24, 1.22, 1.14, 1, 0.86, 0.8, 0.84, 0.84, 0.78, 0.82, 0.98, 1.26],
  flights: [0.25, 0.25, 0.38, 0.48, 0.42, 0.62, 0.85, 0.82, 0.45, 0.4, 0.32, 0.6],
} as const

/** The season on a day at a latitude. */
export function seasonOf(kind: keyof typeof seasons, lat: number, date: string): number {
  return seasons[kind][(Number(date.slice(5, 7)) - 1 + (lat < -15 ? 6 : 0)) % 12] ?? 1
}

/** 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Whether a fair, a match or a festival fills a place in this period of some days. */
export function isEvent(place: string, date: string, { days, share }: { days: number; share: number }): boolean {
  return shareOf('event', place, Math.floor(daysBetween('2024-01-01', date) / days)) < share
}
