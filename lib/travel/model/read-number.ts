/**
 * A number as a person in this locale writes it: "1.500" is 1500 in German and 1.5 in English. A single comma or point
 * that does not separate thousands separates decimals. NaN for any other text.
 */
export function readNumber(text: string, locale: string): number {
  const parts = new Intl.NumberFormat(locale).formatToParts(1_234_567.8)
  const mark = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const decimal = mark('decimal')
  // Where spaces separate thousands, prices may have points instead: "€ 1.500" in Austria.
  const group = mark('group').trim() || (decimal === ',' ? '.' : ',')
  const plain = text.replaceAll(/[\s'’]/g, '')
  const [whole = '', ...fraction] = plain.split(decimal)
  const [first = '', ...others] = whole.split(group)
  const last = others.pop() ?? ''
  // In India, only the last group has three digits: "1,00,000".
  const isGrouped =
    /^[1-9]\d{0,2}$/.test(first) && others.every((digits) => /^\d{2,3}$/.test(digits)) && /^\d{3}$/.test(last)
  if (isGrouped && fraction.length <= 1) return plainNumber([whole.replaceAll(group, ''), ...fraction].join('.'))
  return plainNumber(plain.replace(',', '.'))
}

const plainNumber = (text: string): number => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN)

/** A number as `readNumber` reads it, without separators between thousands. */
export const writeNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 3 }).format(value)
