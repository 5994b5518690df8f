import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CalendarSettings } from '#lib/env/calendar-settings.ts'
import type { OwnCommand } from '#runner/exec/own-command.ts'

/** The commands of this project that skills may run: `ical-query`, where the operator configured a calendar. */
export function ownCommands(
  projectRoot: string,
  given: CalendarSettings | undefined,
): Readonly<Record<string, OwnCommand>> {
  if (given === undefined) return {}
  const calendar = given.kind === 'path' ? { ...given, path: withoutLinks(given.path) } : given
  const folder = join(projectRoot, 'lib', 'calendar')
  return {
    'ical-query': {
      script: join(folder, 'main.ts'),
      modules: [folder, join(projectRoot, 'package.json'), ...modulesOf(projectRoot)],
      env: calendarEnv(calendar),
      envToAct: { ICAL_MAY_CREATE: '1' },
      paths: calendar.kind === 'path' ? [{ path: calendarFolder(calendar.path), access: 'write' }] : [],
      network: calendar.kind === 'caldav',
    },
  }
}

/** The folder of modules, and where it is if it is a link. */
const modulesOf = (projectRoot: string): string[] => {
  const modules = join(projectRoot, 'node_modules')
  return [...new Set([modules, realpathSync(modules)])]
}

/** The sandbox has the calendar itself, and not where a link to it lies. */
const withoutLinks = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

/** A file is replaced as a whole, so its folder is needed. A folder is itself the calendar. */
const calendarFolder = (path: string): string => (path.endsWith('.ics') ? dirname(path) : path)

/** The settings of ical-query. Only the command sees them, never a skill. */
function calendarEnv(calendar: CalendarSettings): Record<string, string> {
  const zone = calendar.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const own =
    calendar.kind === 'path'
      ? { ICAL_CALENDAR: calendar.path }
      : { ICAL_CALENDAR: calendar.url, ICAL_USER: calendar.user, ICAL_PASSWORD: calendar.password }
  return { ...own, ICAL_TIME_ZONE: zone }
}
