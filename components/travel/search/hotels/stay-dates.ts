import type { Texts } from '#lib/platform/model/texts.ts'
import type { DateWords } from '../calendar-panel.tsx'

export const stayDates = (t: Texts<'search'>): DateWords => ({
  from: t('checkIn'),
  to: (nights) => (nights > 0 ? t('checkOutNights', { nights }) : t('checkOut')),
  range: t('stayDates'),
  choose: t('chooseCheckInOut'),
  chooseEnd: t('chooseCheckOut'),
})
