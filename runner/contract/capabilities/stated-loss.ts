import type { Cancellation, HotelResult } from './hotel-result.ts'

/**
 * Words by which a rate says that nothing is paid back. Not those about a part of it ("non-refundable deposit"), or about
 * a later time ("non-refundable after 10 March").
 */
const loss =
  /(?:^|[^a-z])(?:non?[\s_-]*refund(?:able|s?)|not[\s_-]+refundable|no[\s_-]+reembolsable|nicht[\s_-]+erstatt\w+)(?![a-z])(?![\s_-]*(?:deposit|fee|after|from|if|once|within|unless)\b)/i

/** Whether any of these texts says that nothing is paid back. */
const statesLoss = (texts: readonly (string | undefined)[]): boolean =>
  texts.some((text) => text !== undefined && loss.test(text))

/**
 * The terms of cancelling that agree with the words of the rate. A rate that calls itself non-refundable is, even if the
 * provider gives no terms. If its terms say that cancelling is free, it is unclear which of the two holds.
 */
export function agreedCancellation({
  cancellation,
  room,
  rate,
}: Pick<HotelResult, 'cancellation' | 'room' | 'rate'>): Cancellation | undefined {
  const penalties = cancellation?.penalties ?? []
  const words = [room.text, rate?.text, rate?.category, ...penalties.map(({ text }) => text)]
  if (!statesLoss(words)) return cancellation
  return { kind: cancellation?.kind === 'free' ? 'unclear' : 'non_refundable', penalties }
}
