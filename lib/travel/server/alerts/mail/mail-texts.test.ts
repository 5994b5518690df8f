import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { type Language, languages } from '#lib/platform/model/languages.ts'
import { createMailer } from '#lib/platform/server/mail/mailer.ts'
import { openMailServer } from '#lib/platform/server/mail/testing/mail-server.ts'
import { formatPrice } from '../../../model/money.ts'
import { createPlaces } from '../../places/places.ts'
import { searchWords } from '../search-words.ts'
import { alertMail, confirmationMail, mailWords } from './mail-texts.ts'

const places = createPlaces()
const flights = 'origin=AMS&destination=AUA&date=2027-02-13&return_date=2027-02-21'
const hotels = 'place=AUA&check_in=2027-12-30&check_out=2028-01-02'

function mailIn(
  language: Language,
  kind: 'flights' | 'hotels' = 'flights',
  search = kind === 'flights' ? flights : hotels,
) {
  const words = mailWords(language)
  const facts = searchWords({ kind, search, cabinBags: 0, checkedBags: 0 }, places, words)
  if (facts === undefined) throw new Error('the search cannot be read')
  return alertMail(
    {
      ...facts,
      price: formatPrice(1399, 'EUR', words.locale),
      first: formatPrice(1500, 'EUR', words.locale),
      isNotReal: true,
      searchUrl: 'https://travel.example.com/search/flights',
      tripsUrl: 'https://travel.example.com/trips#searches',
      stopUrl: 'https://travel.example.com/unsubscribe?token=a',
    },
    words,
  )
}

/** `data`: the mail as the server receives it. `mail`: the same mail, parsed as a mail program does. */
async function received(mail: ReturnType<typeof alertMail>) {
  await using server = await openMailServer()
  const mailer = createMailer({ url: `smtp://127.0.0.1:${server.port}`, from: 'travel@example.com' })
  const envelope = { to: 'ana@example.com', date: new Date(0), messageId: '<a@travel.aw>' }
  await mailer.send({ ...mail, ...envelope }, new AbortController().signal)
  const data = server.mails[0]?.data ?? ''
  return { data, mail: await PostalMime.parse(data) }
}

test.each([
  [
    'de',
    'Amsterdam nach Oranjestad: Der Preis ist auf 1.399\u00a0€ gefallen',
    [
      'Amsterdam nach Oranjestad, 13.–21. Feb. 2027: Der niedrigste Gesamtpreis ist auf 1.399\u00a0€ gefallen.',
      'Der erste Preis betrug 1.500\u00a0€.',
      'Das ist kein echter Preis: Die App läuft mit Beispiel- oder Testdaten.',
      'Preise ändern sich schnell. Die Suche zeigt, was jetzt angeboten wird.',
      'Suche öffnen\nhttps://travel.example.com/search/flights',
      'Preisalarme unter „Reisen“ ändern\nhttps://travel.example.com/trips#searches',
      'Diese Mails abbestellen\nhttps://travel.example.com/unsubscribe?token=a',
    ],
  ],
  [
    'ja',
    'アムステルダム → オラニエスタッド：料金が€1,399に下がりました',
    [
      'アムステルダム → オラニエスタッド（2027年2月13日–21日）：最低総額が€1,399に下がりました。',
      '最初の料金は€1,500でした。',
      'これは実際の料金ではありません。このアプリはサンプルデータまたはテストデータで動作しています。',
      '料金はすぐに変わります。検索を開くと現在のプランを確認できます。',
      '検索を開く\nhttps://travel.example.com/search/flights',
      '「旅行」でアラートを変更する\nhttps://travel.example.com/trips#searches',
      'このメールを停止する\nhttps://travel.example.com/unsubscribe?token=a',
    ],
  ],
] as const)(
  'an alert in %s is entirely in that language after a mail parser decodes it',
  async (language, subject, parts) => {
    const { data, mail } = await received(mailIn(language))
    expect(mail.subject).toBe(subject)
    expect(mail.text?.trim().replaceAll('\r', '')).toBe(parts.join('\n\n'))
    expect(mail.html).toContain(`<html lang="${language}" dir="ltr">`)
    for (const part of parts.slice(0, 4)) expect(mail.html).toContain(`<p>${part}</p>`)
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: language }))
    // Servers without SMTPUTF8 accept only ASCII.
    expect(data).toMatch(/^\p{ASCII}*$/u)
  },
)

test.each([
  ['es', 'Hoteles en Oranjestad: el precio bajó a 1399\u00a0€', '30 dic 2027 – 2 ene 2028'],
  ['nl', 'Hotels in Oranjestad: de prijs is gedaald naar €\u00a01.399', '30 dec 2027 – 2 jan 2028'],
  ['en', 'Hotels in Oranjestad: the price fell to €1,399', '30 Dec 2027 – 2 Jan 2028'],
] as const)('an alert about hotels in %s formats dates and prices for that language', (language, subject, days) => {
  const mail = mailIn(language, 'hotels')
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(days)
})

test.each([
  ['de', 'Bestätigen Sie Ihre Adresse für Preisalarme', 'Adresse bestätigen\nhttps://travel.example.com/c'],
  ['ja', '料金アラートを受け取るアドレスの確認', 'アドレスを確認する\nhttps://travel.example.com/c'],
] as const)('the mail that confirms an address is in %s', async (language, subject, link) => {
  const { mail } = await received(confirmationMail('https://travel.example.com/c', mailWords(language)))
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(link)
  expect(mail.html).toContain(`<html lang="${language}" dir="ltr">`)
})

test('a place name cannot add a mail header or markup', () => {
  const words = mailWords('de')
  const facts = { days: '', price: '1', first: undefined, isNotReal: false, searchUrl: '', tripsUrl: '', stopUrl: '' }
  const mail = alertMail({ ...facts, title: 'a\r\nBcc: b <i>' }, words)
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.html).not.toContain('<i>')
})

test.each(languages)('the subject of a mail about a trip of many stops contains the price (%s)', (language) => {
  const onward = 'GRU-EZE-2027-03-10,SCL-KUL-2027-03-11,BKK-SGN-2027-03-12,AKL-POM-2027-03-13,HNL-LAX-2027-03-14'
  const { subject, text } = mailIn(language, 'flights', `origin=JFK&destination=CGK&date=2027-03-09&onward=${onward}`)
  expect(subject).toMatch(/1[.,]?399/)
  expect(subject.length).toBeLessThanOrEqual(150)
  expect(text).toMatch(/Los Ángeles|Los Angeles|ロサンゼルス/)
})
