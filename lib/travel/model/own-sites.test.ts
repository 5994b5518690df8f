import { expect, test } from 'vitest'
import { airlineSite } from './flights/airline-sites.ts'
import { allianceOf } from './flights/alliances.ts'
import { chainSite } from './hotels/chain-sites.ts'

test('an airline and a hotel chain have their own site, over HTTPS', () => {
  expect(airlineSite('KL')).toEqual({ host: 'klm.com', url: 'https://www.klm.com/' })
  expect(airlineSite('GK')).toEqual(airlineSite('JQ'))
  expect(chainSite('GI')).toEqual({ host: 'hilton.com', url: 'https://www.hilton.com/' })
})

test('every airline with many flights to Aruba has a site, and one that no longer flies has none', () => {
  const codes = ['AA', 'AC', 'AV', 'B6', 'BA', 'CM', 'DL', 'DM', 'KL', 'OR', 'UA', 'WM', 'WN', 'WS']
  expect(codes.filter((code) => airlineSite(code) === undefined)).toEqual([])
  expect(airlineSite('OR')).toEqual({ host: 'tui.nl', url: 'https://www.tui.nl/' })
  expect(airlineSite('NK')).toBeUndefined()
})

test.each([
  ['Hilton Garden Inn', 'hilton.com'],
  ['DoubleTree by Hilton', 'hilton.com'],
  ['MARRIOTT HOTELS & RESORTS', 'marriott.com'],
  ['The Ritz-Carlton', 'marriott.com'],
  ['St. Regis', 'marriott.com'],
  ['Holiday Inn Express', 'ihg.com'],
  ['ibis Styles', 'accor.com'],
  ['Mövenpick Hotels', 'accor.com'],
  ['Hyatt Regency', 'hyatt.com'],
  ['Ramada by Wyndham', 'wyndhamhotels.com'],
  ['Choice Hotels', 'choicehotels.com'],
  ['Best Western Plus', 'bestwestern.com'],
  ['Radisson Blu', 'radissonhotels.com'],
  ['Meliá Hotels International', 'melia.com'],
  ['NH Hotels', 'nh-hotels.com'],
  ['Barceló Hotels & Resorts', 'barcelo.com'],
  ['RIU Hotels & Resorts', 'riu.com'],
  ['Iberostar', 'iberostar.com'],
  ['Divi Resorts', 'diviresorts.com'],
])('the chain %s is found by its name', (name, host) => {
  expect(chainSite(name)).toEqual({ host, url: `https://www.${host}/` })
})

test('a name that only contains the letters of a chain is another company', () => {
  for (const name of [
    'Chilton Hotels',
    'Triumph',
    'Hotels of the Westincourt',
    'Independent',
    'Not Available',
    '東横イン',
  ]) {
    expect(chainSite(name)).toBeUndefined()
  }
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
