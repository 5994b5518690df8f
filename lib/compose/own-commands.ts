import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CalendarSettings } from '#lib/platform/server/env/calendar-settings.ts'
import type { NoCommand, OwnCommand } from '#runner/exec/bubblewrap.ts'

export const calendarCommand = 'ical-query'

/** The commands of this project that skills may run: `ical-query`, if the operator configured a calendar. */
export function ownCommands(
  projectRoot: string,
  given: CalendarSettings | undefined,
): Readonly<Record<string, OwnCommand | NoCommand>> {
  if (given === undefined) return { [calendarCommand]: { unconfigured: 'no calendar: set TRAVEL_CALENDAR' } }
  const calendar = given.kind === 'path' ? { ...given, path: withoutLinks(given.path) } : given
  const folder = join(projectRoot, 'lib', 'cli', 'ical-query')
  return {
    [calendarCommand]: {
      script: join(folder, 'main.ts'),
      modules: [
        folder,
        ...[...sharedFiles, 'package.json'].map((file) => join(projectRoot, file)),
        ...modulesOf(projectRoot),
      ],
      env: calendarEnv(calendar),
      envToAct: { ICAL_MAY_CREATE: '1' },
      paths: calendar.kind === 'path' ? [{ path: calendarFolder(calendar.path), access: 'write' }] : [],
      network: calendar.kind === 'caldav',
    },
  }
}

/** The only files outside of its folder that the command loads. They import nothing. */
const sharedFiles = ['lib/platform/server/http/read-bounded.ts', 'runner/contract/hidden-text.ts']

/** The path of node_modules and, if that is a link, of its target. */
const modulesOf = (projectRoot: string): string[] => {
  const modules = join(projectRoot, 'node_modules')
  return [...new Set([modules, realpathSync(modules)])]
}

/** Resolves links, because the sandbox mounts the calendar itself and not the link to it. */
const withoutLinks = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

/** The folder to mount. A calendar file is replaced by a new file, so its folder must be writable. */
const calendarFolder = (path: string): string => (/\.ics$/i.test(path) ? dirname(path) : path)

/** The settings of ical-query. Only the command sees them, never a skill. */
function calendarEnv(calendar: CalendarSettings): Record<string, string> {
  const zone = calendar.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const own =
    calendar.kind === 'path'
      ? { ICAL_CALENDAR: calendar.path }
      : { ICAL_CALENDAR: calendar.url, ICAL_USER: calendar.user, ICAL_PASSWORD: calendar.password }
  return { ...own, ICAL_TIME_ZONE: zone }
}
