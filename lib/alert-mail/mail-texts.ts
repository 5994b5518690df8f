/** What a mail says. */
type MailText = { readonly subject: string; readonly text: string; readonly html: string }

type AlertFacts = {
  /** "Amsterdam to Aruba". */
  readonly title: string
  /** "13–21 Feb 2027". */
  readonly days: string
  /** "$399", and what it was at first. */
  readonly price: string
  readonly saved: string | undefined
  /** The price is not from a real offer. */
  readonly isNotReal: boolean
  readonly searchUrl: string
  readonly tripsUrl: string
  readonly stopUrl: string
}

export function alertMail(facts: AlertFacts): MailText {
  const { title, days, price, saved, isNotReal, searchUrl, tripsUrl, stopUrl } = facts
  const lines = [
    `The lowest total for ${title}, ${days}, fell to ${price}.`,
    ...(saved === undefined ? [] : [`It was ${saved} when you saved the search.`]),
    ...(isNotReal ? ['This is not a real price: the app runs with sample or test data.'] : []),
    'Prices change quickly. The search shows what is on offer now.',
  ]
  const links = [
    ['Open the search', searchUrl],
    ['Change your alerts under Trips', tripsUrl],
    ['Stop these mails', stopUrl],
  ] as const
  return { subject: oneLine(`${title}: the price fell to ${price}`), ...bodyOf(lines, links) }
}

export function confirmationMail(url: string): MailText {
  const lines = [
    'Somebody, probably you, asked travel.aw to send price alerts to this address.',
    'Confirm it within 24 hours with this link. If it was not you, do nothing: no alert is sent.',
  ]
  return { subject: 'Confirm your address for price alerts', ...bodyOf(lines, [['Confirm the address', url]]) }
}

/** Without pictures and other sites, so that opening the mail tells nobody. */
function bodyOf(lines: readonly string[], links: readonly (readonly [string, string])[]) {
  const text = [...lines, ...links.map(([name, url]) => `${name}:\n${url}`)].join('\n\n')
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><body style="font-family:sans-serif">',
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    ...links.map(([name, url]) => `<p><a href="${escaped(url)}">${escaped(name)}</a></p>`),
    '</body></html>',
  ].join('\n')
  return { text: `${text}\n`, html }
}

const oneLine = (text: string) => text.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, ' ').slice(0, 150)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
