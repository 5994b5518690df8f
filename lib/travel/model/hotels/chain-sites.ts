import { type OwnSite, siteOf, sitesByCode } from '../own-sites.ts'

const siteByCode = sitesByCode(`
accor RT SB
bestwestern BW
fairmont FA
fourseasons FS
hilton HH HX GI DT ES CN WA
hyatt HY
ihg HI IC CP IN
kempinski KI
lhw LW
mandarinoriental MO
marriott MC RC CY FN BR WI SI LC MD XR WH FP AK
melia SM
nh-hotels NH
peninsula PE
radissonhotels RD
shangri-la SG
wyndhamhotels WY RA DI
`)

/**
 * Each line has a host and the names of its chains. A chain's full name contains one of them as whole words: "Hilton
 * Garden Inn", "Riu Hotels & Resorts". Lists no name that is also a common word or another company's.
 */
const names = `
accor accor|adagio|ibis|mercure|mgallery|movenpick|novotel|pullman|sofitel|swissotel
barcelo barcelo|occidental hotels
bestwestern best western|surestay
choicehotels ascend hotel|cambria hotels?|choice hotels|comfort inn|comfort suites|country inn|econo lodge|quality inn|rodeway inn|sleep inn
diviresorts divi resorts
extendedstayamerica extended stay america
fairmont fairmont
fourseasons four seasons
hilton conrad|curio collection|doubletree|embassy suites|hampton inn|hilton|homewood suites|waldorf astoria
hyatt alila|andaz|hyatt
iberostar iberostar
ihg candlewood suites|crowne plaza|holiday inn|hotel indigo|ihg|intercontinental|kimpton|staybridge suites|voco
kempinski kempinski
lhw leading hotels of the world
mandarinoriental mandarin oriental
marriott ac hotels?|aloft|autograph collection|courtyard|delta hotels|fairfield|four points|le meridien|luxury collection|marriott|moxy|renaissance hotels?|residence inn|ritz carlton|sheraton|springhill suites|st regis|towneplace suites|tribute portfolio|w hotels|westin
melia innside|melia|paradisus
nh-hotels nh|nhow
omnihotels omni hotels
peninsula peninsula hotels
premierinn premier inn
radissonhotels park inn by radisson|park plaza|radisson
riu riu
scandichotels scandic
shangri-la shangri la
sonesta sonesta
wyndhamhotels baymont|days inn|howard johnson|la quinta|microtel|ramada|super 8|tryp|wyndham
`
  .trim()
  .split('\n')
  .map((line) => {
    const at = line.indexOf(' ')
    return [line.slice(0, at), new RegExp(`\\b(${line.slice(at + 1)})\\b`)] as const
  })

/** The hotel chain's own site by its code in the reservation systems, or by its name; `undefined` if none is known. */
export function chainSite(chain = ''): OwnSite | undefined {
  return siteByCode(chain) ?? siteByName(chain)
}

function siteByName(chain: string): OwnSite | undefined {
  const words = chain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
  const host = names.find(([, name]) => name.test(words))?.[0]
  return host === undefined ? undefined : siteOf(host)
}
