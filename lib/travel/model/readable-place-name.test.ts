import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readablePlaceName } from './readable-place-name.ts'

it.each([
  ['HOTEL DE LA GARE', 'Hotel de la Gare'],
  ['HOTEL LA ROCHELLE', 'Hotel La Rochelle'],
  ['LE PETIT HOTEL DES DEUX PONTS', 'Le Petit Hotel des Deux Ponts'],
  ['HOTEL ZUR LINDE FRANKFURT AM MAIN', 'Hotel Zur Linde Frankfurt am Main'],
  ['HOLIDAY INN & SPA', 'Holiday Inn & Spa'],
  ['NH COLLECTION', 'NH Collection'],
  ['MGM GRAND', 'MGM Grand'],
  ['AC HOTEL', 'AC Hotel'],
  ["ST JAMES'S COURT", "St James's Court"],
  ["HOTEL L'ESPLANADE", "Hotel L'Esplanade"],
  ['B&B HOTEL', 'B&B Hotel'],
  ['CHARLES V', 'Charles V'],
  ['CITY INN II', 'City Inn II'],
  ['12 RUE DE LA PAIX', '12 Rue de la Paix'],
  ['CIUDAD DE SAN JOSE DEL CABO', 'Ciudad de San Jose del Cabo'],
  ['ORCHARD LANE DA NANG', 'Orchard Lane Da Nang'],
  ['HÔTEL DES ÉCOLES', 'Hôtel des Écoles'],
  ['25HOURS HOTEL', '25HOURS Hotel'],
  ['ibis Styles', 'ibis Styles'],
  ['ZOE', 'ZOE'],
  ['', ''],
])('writes %s as %s', (name, text) => {
  expect(readablePlaceName(name)).toBe(text)
})

it('changes only upper and lower case, and leaves its own output unchanged', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-ZÉÖ0-9 &'-]*$/), (name) => {
      const text = readablePlaceName(name)
      expect(text.toUpperCase()).toBe(name)
      expect(readablePlaceName(text)).toBe(text)
    }),
  )
})
