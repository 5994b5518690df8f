import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { routeText } from './route-text.ts'

const hop = (origin: string, destination: string) => ({ origin, destination })
const names: Record<string, string> = { AMS: 'Amsterdam', NYC: 'New York', BOS: 'Boston', AUA: 'Aruba' }
const nameOf = (code: string) => names[code] ?? code

test.each([
  [[hop('AMS', 'AUA')], 'Amsterdam to Aruba', ['AMS', 'AUA']],
  [[hop('AMS', 'NYC'), hop('NYC', 'AUA')], 'Amsterdam to New York to Aruba', ['AMS', 'NYC', 'AUA']],
  [[hop('AMS', 'NYC'), hop('BOS', 'QQQ')], 'Amsterdam to New York, Boston to QQQ', ['AMS', 'NYC', 'BOS', 'QQQ']],
])('writes the places of %j in order, with a comma between flights that do not connect', (hops, text, codes) => {
  expect(routeText(hops, nameOf, english('flights'))).toBe(text)
  expect(stopsOf(hops)).toEqual(codes)
})
