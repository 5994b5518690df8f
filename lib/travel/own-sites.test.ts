import { expect, test } from 'vitest'
import { airlineSite } from './flights/airline-sites.ts'
import { allianceOf } from './flights/alliances.ts'
import { chainSite } from './hotels/chain-sites.ts'

test('an airline and a hotel chain have their own site, over HTTPS', () => {
  expect(airlineSite('KL')).toEqual({ host: 'klm.com', url: 'https://www.klm.com/' })
  expect(airlineSite('GK')).toEqual(airlineSite('JQ'))
  expect(chainSite('GI')).toEqual({ host: 'hilton.com', url: 'https://www.hilton.com/' })
})

test('an unknown, empty or absent code has no site', () => {
  for (const code of ['ZZ', '', 'constructor', '__proto__']) {
    expect(airlineSite(code)).toBeUndefined()
    expect(chainSite(code)).toBeUndefined()
  }
  expect(chainSite(undefined)).toBeUndefined()
})

test('the site of every two-character code is a bare host name, and nine of ten alliance members have one', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const sites = codes.flatMap((code) => [airlineSite(code), chainSite(code)]).filter((site) => site !== undefined)
  expect(sites.length).toBeGreaterThan(150)
  for (const { host, url } of sites) {
    expect(host).toMatch(/^[a-z0-9-]+(\.[a-z]+)+$/)
    expect(new URL(url).hostname).toBe(`www.${host}`)
  }
  const members = codes.filter((code) => allianceOf(code) !== undefined)
  const known = members.filter((code) => airlineSite(code) !== undefined)
  expect(known.length / members.length).toBeGreaterThan(0.9)
})
