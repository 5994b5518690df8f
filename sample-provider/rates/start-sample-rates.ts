import { createServer } from 'node:http'
import type { Clock } from '#runner/core/ports.ts'
import { currencies } from '../flights/fares/currencies.ts'
import { listen } from '../http.ts'

const RATES_PATH = '/stats/eurofxref/eurofxref-daily.xml'

/** Answers like the European Central Bank's daily rates, with fixed rates. Needs no credential. */
export function startSampleRates({ clock }: { clock: Pick<Clock, 'now'> }) {
  const server = createServer((request, response) => {
    const isFound = request.method === 'GET' && request.url === RATES_PATH
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/xml' })
    response.end(isFound ? writeDailyRates(clock.now()) : '')
  })
  return listen(server)
}

const DAY_MS = 86_400_000
/** The currencies that the bank publishes. */
const published =
  'USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'

/** The fixed sample rates in the European Central Bank's format, dated the latest working day. */
function writeDailyRates(nowMs: number): string {
  const perUsd = (code: string) => currencies.get(code)?.perUsd ?? 1
  const cubes = published
    .split(' ')
    .map((code) => `\t\t\t<Cube currency='${code}' rate='${rateText(perUsd(code) / perUsd('EUR'))}'/>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">',
    '\t<gesmes:subject>Reference rates</gesmes:subject>',
    '\t<gesmes:Sender>\n\t\t<gesmes:name>Sample data</gesmes:name>\n\t</gesmes:Sender>',
    `\t<Cube>\n\t\t<Cube time='${workingDay(nowMs)}'>`,
    ...cubes,
    '\t\t</Cube>\n\t</Cube>\n</gesmes:Envelope>',
  ].join('\n')
}

/** A rate with up to five significant digits. */
function rateText(rate: number): string {
  return String(Number(rate.toPrecision(5)))
}

/** Today or, on a weekend, the Friday before. */
function workingDay(nowMs: number): string {
  const weekday = new Date(nowMs).getUTCDay()
  const back = weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  return new Date(nowMs - back * DAY_MS).toISOString().slice(0, 10)
}
