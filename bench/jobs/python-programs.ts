/** The programs of the Python bench. Every subject runs the same ones, with `set_result` and `fetch_offers` of its own. */

export const helloProgram = 'print(1)\nset_result(1)\n'

/** Reads 20 offers, and finds the cheapest one of each airline. */
export const offersProgram = `
import json
import re

cheapest = {}
for offer in json.loads(fetch_offers())['offers']:
    airline = re.match(r'([A-Z]{2})\\d+$', offer['flight']).group(1)
    cents = int(re.sub(r'[^0-9]', '', offer['price']))
    if cents < cheapest.get(airline, (1 << 30, ''))[0]:
        cheapest[airline] = (cents, offer['id'])
set_result(sorted([airline, cents, id] for airline, (cents, id) in cheapest.items()))
`

export const offersUrl = 'https://api.example.com/offers'
/** How a script of this project gets the offers. */
export const fetchWithHttpx = `
import httpx

def fetch_offers():
    return httpx.get('${offersUrl}').text
`

const airlines = ['KL', 'AV', 'BL', 'DL', 'UA']

/** The answer of the provider: 20 offers, 3 KB. */
export const offersText = JSON.stringify({
  offers: Array.from({ length: 20 }, (_, at) => ({
    id: `offer-${at + 1}`,
    flight: `${airlines[at % airlines.length]}${100 + 7 * at}`,
    price: `USD ${180 + ((at * 37) % 90)}.${10 + at}`,
    from: { airport: 'AUA', at: `2035-09-15T${10 + (at % 12)}:05` },
    to: { airport: 'MIA', at: `2035-09-15T${12 + (at % 10)}:50` },
    segments: [{ cabin: 'economy', seats: (at % 9) + 1 }],
  })),
})
