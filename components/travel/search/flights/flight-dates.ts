import type { Texts } from '#lib/platform/model/texts.ts'
import type { DateWords } from '../calendar-panel.tsx'

export const flightDates = (t: Texts<'search'>): DateWords => ({
  from: t('depart'),
  to: (nights) => (nights > 0 ? t('returnNights', { nights }) : t('return')),
  range: t('travelDates'),
  choose: t('chooseDepartureReturn'),
  chooseEnd: t('chooseReturn'),
})
