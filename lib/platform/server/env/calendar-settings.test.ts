import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const account = { TRAVEL_CALENDAR_USER: 'ilse', TRAVEL_CALENDAR_PASSWORD: 'p' }

test('reads the calendar as a project-relative path or a CalDAV server, and the folder for skill files', () => {
  expect(readEnv({}, '/p').calendar).toBeUndefined()
  expect(readEnv({ TRAVEL_CALENDAR: 'a.ics' }, '/p').calendar).toMatchObject({ kind: 'path', path: '/p/a.ics' })
  const url = 'https://dav.example.com/ilse/'
  expect(readEnv({ TRAVEL_CALENDAR: url, ...account }, '/p').calendar).toMatchObject({
    kind: 'caldav',
    url,
    user: 'ilse',
  })
  expect(readEnv({ TRAVEL_DATA_DIR: 'd' }, '/p').filesDir).toBe('/p/d/skill-files')
  expect(readEnv({ TRAVEL_FILES_DIR: '/srv/f' }, '/p').filesDir).toBe('/srv/f')
})

test.each<[Record<string, string>, string]>([
  [{ TRAVEL_CALENDAR: 'http://dav.example.com/', ...account }, 'https://'],
  [{ TRAVEL_CALENDAR: 'http://localhost.example.com/', ...account }, 'https://'],
  [{ TRAVEL_CALENDAR: 'ftp://example.com/', ...account }, 'https://'],
  [{ TRAVEL_CALENDAR: 'https://dav.example.com/' }, 'set both'],
  [{ TRAVEL_CALENDAR: 'a.ics', TRAVEL_CALENDAR_USER: 'ilse' }, 'is not an address'],
  [account, 'TRAVEL_CALENDAR is missing'],
  [{ TRAVEL_CALENDAR_TIME_ZONE: 'Moon/Sea' }, 'TRAVEL_CALENDAR_TIME_ZONE'],
])('rejects %j', (given, problem) => {
  expect(() => readEnv(given, '/p')).toThrow(problem)
})
